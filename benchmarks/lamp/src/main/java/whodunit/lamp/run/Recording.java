// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.nio.file.Path;
import java.util.List;
import whodunit.harness.Checkout;

/**
 * How the servers are recorded.
 *
 * @param directory where; null: they are not
 * @param routes    patterns of the requests' names
 */
record Recording(Checkout checkout, Path directory, String engine, String interval, Path routes) {
    static final Recording NONE = new Recording(null, null, null, null, null);

    /** The words in front of a server's command. */
    List<String> prefix(String tier) {
        return directory == null ? List.of() : checkout.record(directory, tier, "--engine", engine, "--interval",
                interval, "--messages", "on", "--routes", routes.toString());
    }
}
