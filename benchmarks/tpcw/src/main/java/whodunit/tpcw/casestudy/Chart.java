// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line chart as SVG: few series over one number, both axes from zero. */
final class Chart {
    /** A line: points of x and y. */
    private record Series(String title, List<double[]> points) {}

    private static final int WIDTH = 720, HEIGHT = 420, LEFT = 70, RIGHT = 20, TOP = 45, BOTTOM = 55;
    private static final int TICKS = 5;
    /** Okabe and Ito's, which colour-blind people can tell apart; the markers differ as well. */
    private static final String[] COLOURS = {"#d55e00", "#0072b2", "#009e73", "#cc79a7"};

    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final List<Series> series = new ArrayList<>();

    Chart(String title, String xTitle, String yTitle) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    Chart line(String name, List<double[]> points) {
        if (!points.isEmpty())
            series.add(new Series(name, points));
        return this;
    }

    /** Nothing is written if there is nothing to show. */
    void write(Path file) throws IOException {
        if (!series.isEmpty())
            Files.writeString(file, svg());
    }

    private String svg() {
        double xStep = step(0), yStep = step(1);
        double xMax = xStep * TICKS, yMax = yStep * TICKS;
        StringBuilder s = new StringBuilder(4096);
        add(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">%n",
                WIDTH, HEIGHT);
        add(s, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>%n", WIDTH, HEIGHT);
        text(s, WIDTH / 2.0, 22, "middle", "font-size=\"15\" font-weight=\"bold\"", title);
        text(s, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "middle", "", xTitle);
        text(s, 0, 0, "middle", "transform=\"translate(18," + (TOP + HEIGHT - BOTTOM) / 2 + ") rotate(-90)\"", yTitle);
        for (int i = 0; i <= TICKS; i++) {
            double y = y(yStep * i, yMax), x = x(xStep * i, xMax);
            add(s, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n", LEFT, WIDTH - RIGHT, y, y,
                    i == 0 ? "black" : "#dddddd");
            text(s, LEFT - 8, y + 4, "end", "", number(yStep * i));
            text(s, x, HEIGHT - BOTTOM + 20, "middle", "", number(xStep * i));
        }
        for (int i = 0; i < series.size(); i++)
            line(s, i, xMax, yMax);
        return s.append("</svg>\n").toString();
    }

    private void line(StringBuilder s, int i, double xMax, double yMax) {
        String colour = COLOURS[i % COLOURS.length];
        StringBuilder path = new StringBuilder();
        for (double[] p : series.get(i).points)
            add(path, "%s%.1f,%.1f", path.isEmpty() ? "M" : " L", x(p[0], xMax), y(p[1], yMax));
        add(s, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n", path, colour);
        for (double[] p : series.get(i).points)
            marker(s, i, colour, x(p[0], xMax), y(p[1], yMax));
        double legend = TOP + 8 + 18 * i;
        marker(s, i, colour, LEFT + 16, legend - 4);
        text(s, LEFT + 28, legend, "start", "", series.get(i).title);
    }

    private static void marker(StringBuilder s, int i, String colour, double x, double y) {
        switch (i % 3) {
            case 0 -> add(s, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>%n", x, y, colour);
            case 1 ->
                add(s, "<rect x=\"%.1f\" y=\"%.1f\" width=\"8\" height=\"8\" fill=\"%s\"/>%n", x - 4, y - 4, colour);
            default -> add(s, "<path d=\"M%.1f,%.1f l5,9 h-10 z\" fill=\"%s\"/>%n", x, y - 5, colour);
        }
    }

    /** A round number, five of which hold the largest value. */
    private double step(int coordinate) {
        double largest = series.stream().flatMap(l -> l.points.stream()).mapToDouble(p -> p[coordinate]).max()
                .orElse(1);
        double raw = Math.max(largest, 1e-3) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        for (double round : new double[] {1, 2, 2.5, 5, 10})
            if (round * power >= raw * 0.999)
                return round * power;
        return 10 * power;
    }

    private static double x(double value, double max) {
        return LEFT + value / max * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double value, double max) {
        return HEIGHT - BOTTOM - value / max * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
    }

    private static void text(StringBuilder s, double x, double y, String anchor, String attributes, String text) {
        add(s, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n", x, y, anchor, attributes,
                text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private static void add(StringBuilder s, String format, Object... arguments) {
        s.append(String.format(Locale.ROOT, format, arguments));
    }
}
