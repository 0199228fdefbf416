// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.util.Map;
import whodunit.harness.Results;

/**
 * What one number of clients saw of one variant.
 *
 * @param perSecond   interactions
 * @param responseMs  mean of all interactions
 * @param databaseCpu processors that mariadbd used, in the mean over the window
 * @param webCpu      the same of Tomcat
 * @param response    by interaction
 */
record Point(String variant, int clients, double seconds, double perSecond, double responseMs, double databaseCpu,
        double webCpu,
        Map<String, Results.Statistics> response) {
    double adminConfirmMs() {
        Results.Statistics s = response.get("AdminConfirm");
        return s == null ? Double.NaN : s.mean();
    }
}
