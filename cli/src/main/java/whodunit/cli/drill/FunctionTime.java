// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.drill;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import whodunit.cli.text.PrintableName;

/**
 * The wall time of one function of a running process, with all that it calls, added over its threads.
 *
 * @param file      which has the function, as the process names it
 * @param seconds   how long it was measured
 * @param calls     that have returned
 * @param totalMs   of these, and of calls that have not returned as long as they were seen
 * @param longestMs of those that have returned
 * @param open      calls that had not returned at the end
 * @param left      calls that ended without returning (longjmp): their length is not known
 * @param unnoted   calls for which there was no room
 */
public record FunctionTime(long pid, String function, String file, double seconds, long calls, double totalMs,
        double longestMs, long open, long left, long unnoted) {

    /** What it comes to, in a sentence. */
    public String sentence() {
        return calls + open + left + unnoted == 0
                ? String.format(Locale.ROOT, "%s of %s was not called by process %d in %.1f s.", function, file, pid,
                        seconds)
                : String.format(Locale.ROOT,
                        "%s of %s took %.3f s of wall time in %.1f s of process %d: %.1f%% of one thread.", function,
                        file, totalMs / 1000, seconds, pid, totalMs / seconds / 10);
    }

    /** For a terminal. */
    public void writeText(OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        out.println(PrintableName.of(sentence()));
        if (calls + open + left + unnoted > 0)
            out.printf(Locale.ROOT, "%n  calls    %d, %.1f a second%n", calls, calls / seconds);
        if (calls > 0)
            out.printf(Locale.ROOT, "  mean     %.3f ms%n  longest  %.3f ms%n", meanMs(), longestMs);
        if (open > 0)
            out.printf("  open     %d had not returned at the end%n", open);
        if (left > 0)
            out.printf("  left     %d ended without returning, their length is not known%n", left);
        if (unnoted > 0)
            out.printf("  unnoted  %d, for too many threads were in it%n", unnoted);
        out.flush();
    }

    /** For programs; the keys are a contract (docs/format.md). */
    public void writeJson(OutputStream out) throws IOException {
        JsonObject o = new JsonObject();
        o.addProperty("pid", pid);
        o.addProperty("function", function);
        o.addProperty("file", file);
        o.addProperty("seconds", seconds);
        o.addProperty("sentence", sentence());
        o.addProperty("calls", calls);
        o.addProperty("total_ms", totalMs);
        o.addProperty("mean_ms", meanMs());
        o.addProperty("longest_ms", longestMs);
        o.addProperty("open", open);
        o.addProperty("left", left);
        o.addProperty("unnoted", unnoted);
        JsonObject root = new JsonObject();
        root.add("live", o);
        out.write((new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(root) + "\n")
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Of all calls whose time is in the total. */
    private double meanMs() {
        return calls + open == 0 ? 0 : totalMs / (calls + open);
    }
}
