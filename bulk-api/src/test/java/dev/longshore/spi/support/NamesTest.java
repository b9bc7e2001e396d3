package dev.longshore.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.internal.StubProvider.StubDialect;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Identifier.Match;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static final NameParser STANDARD = new NameParser("\"", "\"");
    private static final NameParser SERVER = new NameParser("[\"", "]\"");
    private static final StubDialect DIALECT = new StubDialect();

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMinLength(1).ofMaxLength(8),
                Arbitraries.strings().withChars("\"[]`. a").ofMinLength(1).ofMaxLength(8));
    }

    @Property
    void aQuotedNameIsReadBackLiterally(@ForAll("names") String name) {
        for (NameParser parser : List.of(STANDARD, SERVER, new NameParser("`", "`"))) {
            assertThat(parser.parse(parser.quote(name))).containsExactly(new Identifier(name, Match.EXACT));
        }
    }

    @Property
    void quotedPartsAreReadBackLiterally(
            @ForAll @Size(min = 1, max = 3) List<@net.jqwik.api.From("names") String> parts) {
        String written = String.join(".", parts.stream().map(SERVER::quote).toList());

        assertThat(SERVER.parse(written))
                .containsExactlyElementsOf(parts.stream()
                        .map(part -> new Identifier(part, Match.EXACT))
                        .toList());
    }

    @Test
    void unquotedPartsFollowTheCaseRule() {
        assertThat(STANDARD.parse("sales.\"Order.Lines\""))
                .containsExactly(new Identifier("sales", Match.CASE_RULE), new Identifier("Order.Lines", Match.EXACT));
        assertThat(STANDARD.parse("a.b.c")).hasSize(3);
        assertThat(STANDARD.parse("\"a\"\"b\"")).containsExactly(new Identifier("a\"b", Match.EXACT));
        assertThat(SERVER.parse("[a]]b].\"c\""))
                .containsExactly(new Identifier("a]b", Match.EXACT), new Identifier("c", Match.EXACT));
    }

    @Test
    void brokenNamesAreRefused() {
        refused("", "the table name \"\" has an empty part");
        refused("a.", "the table name \"a.\" has an empty part");
        refused(".a", "the table name \".a\" has an empty part");
        refused("a..b", "the table name \"a..b\" has an empty part");
        refused("\"\"", "the table name \"\"\"\" has an empty part");
        refused("\"a", "the table name \"a has no closing \"");
        refused("\"a\"\"", "the table name \"a\"\" has no closing \"");
        refused("\"a\"b", "in the table name \"a\"b a dot must follow the closing \" at 3");
        refused(
                "a.b.c.d",
                "the table name a.b.c.d has more than three parts; quote a part that holds dots, or use TableName.of");
    }

    private static void refused(String name, String message) {
        assertThatThrownBy(() -> STANDARD.parse(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void quotesComeInPairs() {
        assertThatThrownBy(() -> new NameParser("[", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("quotes must come in pairs: [ and ");
        assertThatThrownBy(() -> new NameParser("", "")).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> find(String asked, Match match, String... stored) {
        return NameMatcher.find(new Identifier(asked, match), List.of(stored), DIALECT);
    }

    @Test
    void theVerySameNameWinsInEveryMode() {
        for (Match match : Match.values()) {
            assertThat(find("Id", match, "ID", "Id", "id")).containsExactly("Id");
        }
    }

    @Test
    void theDatabasesCaseRuleComesNext() {
        assertThat(find("Id", Match.EXACT, "ID", "x")).isEmpty();
        assertThat(find("Id", Match.CASE_RULE, "ID", "x")).containsExactly("ID");
        assertThat(find("Id", Match.CASE_RULE, "ID", "id")).containsExactly("ID", "id");
        assertThat(find("fullName", Match.CASE_RULE, "full_name")).isEmpty();
        assertThat(find("fullName", Match.DERIVED, "full_name", "FULLNAME")).containsExactly("full_name", "FULLNAME");
    }

    @Test
    void derivedNamesIgnoreUnderscores() {
        assertThat(find("fullName", Match.DERIVED, "full_name", "name")).containsExactly("full_name");
        assertThat(find("full_name", Match.DERIVED, "FullName")).containsExactly("FullName");
        assertThat(find("fullName", Match.DERIVED, "full_name", "fu_llname")).containsExactly("full_name", "fu_llname");
        assertThat(find("fullName", Match.DERIVED, "name")).isEmpty();
    }

    @Property
    void aSnakeCaseColumnIsFoundByItsCamelCaseName(
            @ForAll @Size(min = 1, max = 4) List<@AlphaChars @StringLength(min = 1, max = 6) String> words) {
        String snake = String.join("_", words).toLowerCase(Locale.ROOT);
        StringBuilder camel = new StringBuilder();
        for (String word : words) {
            String lower = word.toLowerCase(Locale.ROOT);
            camel.append(camel.isEmpty() ? lower : lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1));
        }

        assertThat(find(camel.toString(), Match.DERIVED, "other!", snake)).containsExactly(snake);
        assertThat(find(camel.toString(), Match.DERIVED, snake.toUpperCase(Locale.ROOT)))
                .containsExactly(snake.toUpperCase(Locale.ROOT));
    }

    @Property
    void whatIsFoundIsStored(@ForAll("names") String asked, @ForAll List<@net.jqwik.api.From("names") String> stored) {
        for (Match match : Match.values()) {
            List<String> found = NameMatcher.find(new Identifier(asked, match), stored, DIALECT);
            assertThat(stored).containsAll(found);
            if (stored.contains(asked)) {
                assertThat(found).containsExactly(asked);
            }
        }
    }
}
