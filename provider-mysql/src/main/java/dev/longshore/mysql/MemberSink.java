package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes the members of an ENUM, or those of a SET with commas between. What is no member is refused, since the server would take
 * digits for the number of a member, and store an empty text for the rest if it is not strict.
 */
final class MemberSink extends MySqlSink {
    private final boolean isSet;
    private final Set<String> members;
    private final List<String> listed;
    private final boolean ignoresCase;

    MemberSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.isSet = type.family() == TypeFamily.SET;
        this.listed = type.members();
        this.members = new HashSet<>(listed);
        String collation = type.collation();
        this.ignoresCase = collation == null || collation.contains("_ci");
    }

    @Override
    public void text(String value) throws SQLException {
        if (!isMember(value) && !(isSet && areMembers(value))) {
            throw noSuch("member", value);
        }
        put(value);
    }

    private boolean areMembers(String value) {
        if (value.isEmpty()) {
            return true;
        }
        for (String part : value.split(",", -1)) {
            if (!isMember(part)) {
                return false;
            }
        }
        return true;
    }

    private boolean isMember(String value) {
        return members.contains(value) || (ignoresCase && listed.stream().anyMatch(value::equalsIgnoreCase));
    }
}
