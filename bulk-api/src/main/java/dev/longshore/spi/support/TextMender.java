package dev.longshore.spi.support;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.UnstorableText;
import java.util.List;

/**
 * Refuses or changes text that a column can't hold, as {@link LoadOptions#UNSTORABLE_TEXT} says, and counts what it changed. One for
 * all columns of a load; confined to the loading thread.
 */
public final class TextMender {
    private final UnstorableText how;
    private final boolean refuseNul;
    private long changed;
    private long changedBefore;

    /**
     * Makes a mender for a load.
     *
     * @param how the load's {@link LoadOptions#UNSTORABLE_TEXT}
     * @param refuseNul whether the database has no room for NUL
     */
    public TextMender(UnstorableText how, boolean refuseNul) {
        this.how = how;
        this.refuseNul = refuseNul;
    }

    /**
     * Returns text that can be stored: the same, or one that was changed. Hot: called for every text value.
     *
     * @param text the text
     * @return text without what can't be stored
     * @throws BulkLoadException if there is any and it is to be refused
     */
    public String storable(String text) throws BulkLoadException {
        int fault = TextChecks.firstUnstorable(text, refuseNul);
        return fault < 0 ? text : mended(text, fault);
    }

    /**
     * Changes text in which a character was found that can't be stored.
     *
     * @param text the text
     * @param fault where the first such character is
     * @return text without such characters
     * @throws BulkLoadException if it is to be refused
     */
    public String mended(String text, int fault) throws BulkLoadException {
        if (how == UnstorableText.REFUSE) {
            throw BulkLoadException.in(LoadPhase.MAPPING, TextChecks.describe(text, fault))
                    .hint("Mend the text, or set the option LoadOptions.UNSTORABLE_TEXT to REPLACE or STRIP")
                    .build();
        }
        changed++;
        return TextChecks.repair(text, refuseNul, how);
    }

    /**
     * Returns what is done with text that can't be stored, for a column whose own character set lacks more than this class knows.
     *
     * @return how such text is to be treated
     */
    public UnstorableText how() {
        return how;
    }

    /** Says that the texts of another row come, which may still be discarded. Hot: called for every row. */
    public void beginRow() {
        changedBefore = changed;
    }

    /** Forgets what was changed in the row that was begun last, since it is not stored. */
    public void discardRow() {
        changed = changedBefore;
    }

    /** Counts a text that was changed elsewhere. */
    public void countChange() {
        changed++;
    }

    /**
     * Says how many texts were changed.
     *
     * @return a warning, or none if none was changed
     */
    public List<LoadWarning> warnings() {
        if (changed == 0) {
            return List.of();
        }
        String message = changed == 1
                ? "1 text with characters that can't be stored was changed"
                : changed + " texts with characters that can't be stored were changed";
        return List.of(new LoadWarning(LoadWarning.Code.TEXT_CHANGED, changed, message));
    }
}
