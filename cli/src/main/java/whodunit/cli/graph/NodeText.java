// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.graph.Graph;

/** What is written in and on a node. */
final class NodeText {
    /** Longer names are cut in their middle; the whole one is in the tooltip. */
    private static final int LONGEST = 34;

    /**
     * Libraries (libz.so.1) and the compiler's parts of functions (f.part.0) have dots, too, but digits behind them.
     */
    private static final Pattern JAVA_METHOD = Pattern.compile("[^+]*\\.([^.+\\d][^.+]*\\.[^.+\\d][^.+]*)");

    private NodeText() {}

    /** Without Java packages, directories, addresses and C++ arguments, which the tooltip has. */
    static String name(Graph.Node n) {
        String name = PrintableName.of(n.name());
        if (n.kind() == Graph.Kind.PROCEDURE) {
            int arguments = name.indexOf('(', 1);
            if (arguments > 0 && name.endsWith(")"))
                name = name.substring(0, arguments);
            boolean file = name.startsWith("/");
            name = name.substring(name.lastIndexOf('/') + 1);
            Matcher method = JAVA_METHOD.matcher(name);
            if (!file && method.matches())
                name = method.group(1);
        } else if (n.kind() == Graph.Kind.HANDLER) {
            name = Frame.withoutAddress(name);
        } else if (n.kind() == Graph.Kind.UNATTRIBUTED) {
            name = "(" + name + ")";
        }
        return cut(name, LONGEST);
    }

    /** By code points, so that no character is cut in two. */
    static String cut(String text, int longest) {
        int length = text.codePointCount(0, text.length());
        if (length <= longest)
            return text;
        int head = longest * 2 / 3, tail = longest - head - 1;
        return text.substring(0, text.offsetByCodePoints(0, head)) + "…"
                + text.substring(text.offsetByCodePoints(text.length(), -tail));
    }

    static String share(Graph.Node n) {
        String own = percent(n.cpuPct());
        return n.totalPct() - n.cpuPct() < 0.005 ? own : "self " + own + ", total " + percent(n.totalPct());
    }

    static String tooltip(Graph.Node n) {
        StringBuilder text = new StringBuilder(line(n.name())).append("\nself ").append(percent(n.cpuPct()))
                .append(", total ").append(percent(n.totalPct())).append(" of ").append(line(n.tier()))
                .append("'s samples; ").append(n.samples()).append(" in itself");
        if (!n.context().isEmpty() && !n.context().equals(n.name()))
            text.append("\ncontext: ").append(line(n.context()));
        return text.toString();
    }

    static String response(Graph.Response r) {
        return r.messages() + " responses, " + r.bytes() + " bytes";
    }

    static String tier(Graph.Tier t) {
        return cut(PrintableName.of(t.name()), LONGEST) + notDrawn(t);
    }

    static String notDrawn(Graph.Tier t) {
        return t.prunedPct() < 0.005 ? ""
                : ", " + percent(t.prunedPct()) + " in " + t.prunedNodes() + " nodes not drawn";
    }

    private static String line(String text) {
        return cut(PrintableName.of(text), 1000);
    }

    private static String percent(double x) {
        return String.format(Locale.ROOT, x >= 10 ? "%.1f%%" : "%.2f%%", x);
    }
}
