// SPDX-License-Identifier: Apache-2.0
package whodunit.handoffs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.profile.Context;
import whodunit.profile.RecordedProcess;
import whodunit.profile.read.RecordingReader;

/**
 * How the statements of one kind of hand-over came to the server.
 *
 * @param wrong    with another type's synopsis, or with one although they are nobody's
 * @param orphaned without a type, although they are somebody's
 */
public record Verdict(int statements, int wrong, int orphaned) {
    private static final Pattern STATEMENT = Pattern.compile(
            "(?:/\\*whodunit='([0-9a-f]{16})-([0-9a-f]{8})'\\*/)?DO '([^|']*)\\|([^|']*)\\|(\\d+)'");

    /** Kind to verdict, by what the server has logged and the program recorded. */
    public static Map<String, Verdict> of(Path recording, String log) throws IOException {
        Map<String, Verdict> verdicts = new TreeMap<>();
        List<RecordedProcess> processes = RecordingReader.read(List.of(recording), file -> {}).processes();
        Set<String> seen = new HashSet<>();
        Matcher statement = STATEMENT.matcher(log);
        while (statement.find()) {
            String is = statement.group(1) == null ? ""
                    : type(processes, Long.parseUnsignedLong(statement.group(1), 16),
                            Integer.parseUnsignedInt(statement.group(2), 16));
            String should = statement.group(4);
            boolean right = is.equals(should), orphaned = !right && is.isEmpty();
            verdicts.merge(statement.group(3), new Verdict(1, right || orphaned ? 0 : 1, orphaned ? 1 : 0),
                    Verdict::plus);
            if (!seen.add(statement.group(3) + statement.group(5)))
                throw new IOException("a statement came twice: " + statement.group());
        }
        return verdicts;
    }

    private Verdict plus(Verdict v) {
        return new Verdict(statements + v.statements, wrong + v.wrong, orphaned + v.orphaned);
    }

    /** The transaction type of a context; empty if it has none. */
    private static String type(List<RecordedProcess> processes, long uid, int synopsis) throws IOException {
        for (RecordedProcess process : processes)
            if (process.uid == uid)
                for (int id = synopsis; id != Context.ROOT;) {
                    Context context = process.contexts.get(id);
                    if (context == null)
                        throw new IOException("context " + id + " is not in the recording");
                    if (context.kind() == Context.Kind.TRANSACTION)
                        return context.name();
                    id = context.parent();
                }
        return "";
    }
}
