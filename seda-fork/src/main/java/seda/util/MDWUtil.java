// SPDX-License-Identifier: Apache-2.0
package seda.util;

import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Clock, sleep and number format. */
public class MDWUtil {
    public MDWUtil() {}

    /** Microseconds since 1970. */
    public static long currentTimeUsec() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** Sleeps for so many microseconds, or until the thread is interrupted; it then stays so. */
    public static void usleep(long usec) {
        pause(TimeUnit.MICROSECONDS, usec);
    }

    /** Formats with at most 4 digits behind the point. */
    public static String format(double value) {
        DecimalFormat format = new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setRoundingMode(RoundingMode.HALF_UP);
        return format.format(value);
    }

    /** Sleeps for so many milliseconds, or until the thread is interrupted; it then stays so. */
    public static void sleep(long msec) {
        pause(TimeUnit.MILLISECONDS, msec);
    }

    private static void pause(TimeUnit unit, long time) {
        try {
            unit.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
