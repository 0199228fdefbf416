// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.text;

import java.io.PrintStream;
import java.util.regex.Pattern;

/**
 * Comma-separated values (RFC 4180), of names as they may be shown: people look at them in a terminal as well, and in a
 * spreadsheet, which takes for a formula what begins like one. There an apostrophe says that it is text.
 */
public final class Csv {
    private static final Pattern FORMULA = Pattern.compile("[=@].*|[-+](?![\\d.]*%?$).*");

    private Csv() {}

    public static void line(PrintStream out, String... cells) {
        String[] quoted = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            String cell = text(PrintableName.of(cells[i]));
            quoted[i] = cell.matches("[\\w.%() -]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
        }
        out.print(String.join(",", quoted) + "\r\n");
    }
    private static String text(String cell) {
        return FORMULA.matcher(cell).matches() ? "'" + cell : cell;
    }
}
