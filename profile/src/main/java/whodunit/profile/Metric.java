// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Locale;

/**
 * What a process's samples measure: time that its threads ran, that they waited, or that passed for them whether they
 * ran or not.
 * Figures of different metrics are never added up.
 */
public enum Metric {
    CPU("CPU", "cores"), WAITING("waiting", "threads"), WALL("wall time", "threads");

    private final String title;
    private final String load;

    Metric(String title, String load) {
        this.title = title;
        this.load = load;
    }

    /** As users call it: "ms of CPU". */
    public String title() {
        return title;
    }

    /** What a second of it per second is one of. */
    public String load() {
        return load;
    }

    /** As programs call it: "cpu", "waiting", "wall". */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
