// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.drill;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import whodunit.cli.svg.Svg;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.drill.Drill;

/** The walk as a picture: a row for each step, as wide as its share; the ends are filled, the kernel has its colour. */
public final class DrillSvg {
    private static final int WIDTH = 1000, ROW = 22, MARGIN = 16, NAME = 90;
    private static final String STYLE = """
            .title{font-size:14px}.share{fill:#e4e7eb}.kernel{fill:#f3d6c0}.end{stroke:#c8500a;stroke-width:2}
            """;

    private DrillSvg() {}

    public static void write(List<Drill> walks, OutputStream out) throws IOException {
        int rows = walks.stream().mapToInt(w -> 2 + w.steps.stream().mapToInt(Picture::rows).sum()).sum();
        Svg.write(out, WIDTH + 2 * MARGIN, rows * ROW + 2 * MARGIN, "The walk to the bottleneck", STYLE,
                svg -> new Picture(svg).draw(walks));
    }

    private static final class Picture {
        private final Svg svg;
        private int y = MARGIN;

        Picture(Svg svg) {
            this.svg = svg;
        }

        void draw(List<Drill> walks) throws XMLStreamException {
            for (Drill walk : walks) {
                text(MARGIN, "title", PrintableName.of(walk.sentence()));
                for (Drill.Step step : walk.steps)
                    step(walk, step, 0);
                y += ROW;
            }
        }

        private static int rows(Drill.Step step) {
            return 1 + step.next().stream().mapToInt(Picture::rows).sum();
        }

        private void step(Drill walk, Drill.Step step, int depth) throws XMLStreamException {
            String ending = walk.ends.stream().filter(e -> e.step() == step).findFirst().map(e -> e.ending().text())
                    .orElse(null);
            boolean kernel = step.node().frame.kind() == Frame.Kind.KERNEL;
            svg.shape("rect", "class", (kernel ? "kernel" : "share") + (ending != null ? " end" : ""), "x", "" + MARGIN,
                    "y", "" + y, "width", Svg.number(WIDTH * step.percent() / 100), "height",
                    "" + (ROW - 3));
            String name = PrintableName.of(step.node().frame.name(), NAME);
            text(MARGIN + 6 + 8 * Math.min(depth, 40), "", String.format(Locale.ROOT, "%.1f%%  %s%s", step.percent(),
                    name, ending == null ? "" : ": " + ending));
            for (Drill.Step next : step.next())
                step(walk, next, depth + 1);
        }

        private void text(int x, String style, String text) throws XMLStreamException {
            svg.text(style, x, y + ROW - 8, text);
            y += ROW;
        }
    }
}
