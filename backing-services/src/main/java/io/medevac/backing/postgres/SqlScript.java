package io.medevac.backing.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script for psql, cut into its steps. Of psql's own language it knows what {@code bootstrap.sql}
 * uses: {@code :'name'}, {@code \gexec} and {@code \connect}; of SQL: comments to the end of the
 * line and quoted text.
 */
final class SqlScript {

    private static final Pattern TOKEN =
            Pattern.compile("--[^\\n]*|'(?:[^']|'')*'|:'(\\w+)'|;|\\\\(gexec|connect)([^\\n]*)");

    private SqlScript() {}

    /** One step of a script. */
    sealed interface Step {

        /** Run this. */
        record Run(String sql) implements Step {}

        /** Run this, then run each text that it returns. */
        record RunResults(String sql) implements Step {}

        /** Go on in this database. */
        record Connect(String database) implements Step {}
    }

    /**
     * Cuts a script and puts the variables in, quoted.
     *
     * @throws IllegalArgumentException when a variable has no value
     */
    static List<Step> steps(String script, Map<String, String> variables) {
        List<Step> steps = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        Matcher token = TOKEN.matcher(script);
        int end = 0;
        while (token.find()) {
            statement.append(script, end, token.start());
            end = token.end();
            if (token.group(1) != null) {
                statement.append(quoted(variables, token.group(1)));
            } else if (token.group().equals(";")) {
                steps.add(new Step.Run(take(statement)));
            } else if ("gexec".equals(token.group(2))) {
                steps.add(new Step.RunResults(take(statement)));
            } else if ("connect".equals(token.group(2))) {
                steps.add(new Step.Connect(token.group(3).strip()));
            } else if (!token.group().startsWith("--")) {
                statement.append(token.group());
            }
        }
        return steps;
    }

    private static String take(StringBuilder statement) {
        String sql = statement.toString().strip();
        statement.setLength(0);
        return sql;
    }

    private static String quoted(Map<String, String> variables, String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the script needs a value for " + name);
        }
        return "'" + value.replace("'", "''") + "'";
    }
}
