// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

/** What stands in front of Tomcat. */
interface FrontServer extends AutoCloseable {
    /** What visitors ask. */
    String url();

    @Override
    void close();
}
