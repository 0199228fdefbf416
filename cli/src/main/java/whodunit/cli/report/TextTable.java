// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import whodunit.cli.text.PrintableName;

/**
 * Rows of cells, first the header, as columns of a terminal of {@link #WIDTH}. Names are cut where they would take too
 * much of it; columns that do not fit then go into a further table, below the first, which repeats the first column.
 */
final class TextTable {
    static final int WIDTH = 100;
    private static final int GAP = 2;
    /** Names are not cut to less. */
    private static final int NARROWEST_NAME = 24;
    private static final Set<String> NAMES = Set.of("transaction", "context", "function", "source");

    private final List<String[]> rows;
    private final boolean[] isName;
    private final int[] width;

    private TextTable(List<String[]> rows) {
        this.rows = rows;
        int columns = rows.get(0).length;
        isName = new boolean[columns];
        width = new int[columns];
        for (int i = 0; i < columns; i++) {
            isName[i] = i == 0 || NAMES.contains(rows.get(0)[i]);
            for (String[] row : rows)
                width[i] = Math.max(width[i], PrintableName.of(row[i]).length());
        }
        for (int i = columns - 1; i >= 0; i--)
            if (isName[i])
                width[i] = Math.max(Math.min(width[i], NARROWEST_NAME), width[i] - Math.max(0, total() - WIDTH));
    }

    static void print(PrintStream out, List<String[]> rows) {
        TextTable table = new TextTable(rows);
        List<List<Integer>> parts = table.parts();
        for (List<Integer> columns : parts) {
            if (columns != parts.get(0))
                out.println();
            for (String[] row : rows)
                out.println(table.line(row, columns));
        }
    }

    private int total() {
        int sum = -GAP;
        for (int w : width)
            sum += w + GAP;
        return sum;
    }

    private List<List<Integer>> parts() {
        List<List<Integer>> parts = new ArrayList<>();
        List<Integer> part = new ArrayList<>(List.of(0));
        int used = width[0];
        for (int i = 1; i < width.length; i++) {
            if (used + GAP + width[i] > WIDTH && part.size() > 1) {
                parts.add(part);
                part = new ArrayList<>(List.of(0));
                used = width[0];
            }
            part.add(i);
            used += GAP + width[i];
        }
        parts.add(part);
        return parts;
    }

    private String line(String[] row, List<Integer> columns) {
        StringBuilder line = new StringBuilder();
        for (int i : columns) {
            String cell = isName[i] ? PrintableName.of(row[i], width[i]) : PrintableName.of(row[i]);
            line.append(String.format(isName[i] ? "%-" + width[i] + "s" : "%" + width[i] + "s", cell))
                    .append(" ".repeat(GAP));
        }
        return line.toString().stripTrailing();
    }
}
