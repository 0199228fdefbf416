// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import whodunit.harness.Apache;

/** Apache, which passes everything on to Tomcat. */
record ApacheFront(Apache apache) implements FrontServer {
    @Override
    public String url() {
        return apache.url();
    }

    @Override
    public void close() {
        apache.close();
    }
}
