// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.SourceLine;

/** Asks elfutils what the functions at addresses of a file are called and where they are in the source. */
final class FunctionNames {
    /** @param source null: not known */
    record Function(String name, SourceLine source) {}

    private static final long LIMIT_SECONDS = 120;

    private FunctionNames() {}

    /**
     * The functions that begin at the addresses, as the file counts them; others are left out. All are asked at once.
     *
     * @param file whose debug file elfutils finds by itself, if it has one
     */
    static Map<Long, Function> of(Path file, Collection<Long> addresses) throws IOException {
        StringBuilder input = new StringBuilder();
        for (long address : addresses)
            input.append("0x").append(Long.toHexString(address)).append('\n');
        Tool.Result result = Tool.run(List.of("eu-addr2line", "-a", "-f", "-C", "-S", "-e", file.toString()),
                input.toString(), DebugFiles.LOCAL_ONLY, LIMIT_SECONDS);
        return parse(result.out().lines().toList());
    }

    /**
     * For each address: itself, the function's name if there is debug information, the symbol, with its distance if it
     * does not begin there, and file and line. Where nothing is known the symbol is "()" and the file "??";
     * of a program that is linked to fixed addresses there are two "??" only.
     */
    static Map<Long, Function> parse(List<String> lines) {
        Map<Long, Function> functions = new HashMap<>();
        for (int i = 0; i < lines.size();) {
            if (!isAddress(lines.get(i))) {
                i++;
                continue;
            }
            long address = Long.parseUnsignedLong(lines.get(i++).substring(2), 16);
            List<String> answer = new ArrayList<>();
            while (i < lines.size() && !isAddress(lines.get(i)))
                answer.add(lines.get(i++));
            Function function = function(answer);
            if (function != null)
                functions.put(address, function);
        }
        return functions;
    }

    private static boolean isAddress(String line) {
        return line.matches("0x[0-9a-f]{16}");
    }

    /** A line without a function is the last one of whatever comes before. */
    private static Function function(List<String> answer) {
        int names = answer.size() - 1;
        if (names < 1 || answer.get(0).equals("??"))
            return null;
        String symbol = answer.get(names - 1);
        boolean begins = !symbol.startsWith("()") && !symbol.matches(".*\\+0x[0-9a-f]+");
        if (names == 1)
            return begins ? new Function(CppName.withoutParameters(symbol), null) : null;
        return new Function(CppName.withoutParameters(begins ? symbol : answer.get(0)),
                SourceLine.parse(answer.get(names)));
    }
}
