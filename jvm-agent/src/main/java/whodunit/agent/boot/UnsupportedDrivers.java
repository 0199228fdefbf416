// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.ConcurrentHashMap;

/** Says once of each driver that its statements carry no context, and counts them. */
public final class UnsupportedDrivers {
    private static final ConcurrentHashMap<String, Boolean> TOLD = new ConcurrentHashMap<>();

    private UnsupportedDrivers() {}

    /** @param driver the class that sends */
    public static void sends(String driver) {
        Native.health(Native.UNSUPPORTED_DRIVER);
        if (TOLD.putIfAbsent(driver, true) == null)
            System.err.println("whodunit: statements of this driver are not followed into the database, "
                    + "which shows them without a transaction: " + driver);
    }
}
