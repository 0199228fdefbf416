// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Shares of a tier's CPU by kind of request, side by side: by a truth, and as reported. Those above a smallest share
 * may be off by a tolerance.
 *
 * @param rows      the kinds of requests
 * @param truth     what a kind's requests have used in truth, in any unit
 * @param smallest  in percent, of the truth or as reported: below it a share may be off
 * @param tolerance the part of itself that a share may be off by
 */
public record Shares<R extends Shares.Row>(List<R> rows, ToDoubleFunction<R> truth, double smallest,
        double tolerance) {

    /** A kind of request. */
    public interface Row {
        /** Requests by the load's own count. */
        long sent();

        /** Requests by the report's. */
        long counted();

        /** The report's, of the tier. */
        long samples();
    }

    private double percent(R row, ToDoubleFunction<R> of) {
        double all = rows.stream().mapToDouble(of).sum();
        return all == 0 ? 0 : 100 * of.applyAsDouble(row) / all;
    }

    public double truePercent(R row) {
        return percent(row, truth);
    }

    public double reportedPercent(R row) {
        return percent(row, Row::samples);
    }

    /** As part of the true share. */
    private double off(R row) {
        return reportedPercent(row) / truePercent(row) - 1;
    }

    private boolean counts(R row) {
        return Math.max(truePercent(row), reportedPercent(row)) > smallest;
    }

    /** Its requests are not all counted, or its share is off. */
    public boolean isWrong(R row) {
        return row.sent() != row.counted() || counts(row) && !(Math.abs(off(row)) <= tolerance);
    }

    public long wrong() {
        return rows.stream().filter(this::isWrong).count();
    }

    public boolean agree() {
        return wrong() == 0;
    }

    /** How far its share is off, in words. */
    public String judged(R row) {
        return isWrong(row) || counts(row)
                ? "%s%.1f%%".formatted(isWrong(row) ? "WRONG " : "", 100 * off(row))
                : "(small)";
    }
}
