// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.io.IOException;
import java.io.OutputStream;
import whodunit.profile.Profile;

/** One way of writing a profile down for people or programs. */
public interface Report {
    /** @param out is not closed */
    void write(Profile profile, OutputStream out) throws IOException;
}
