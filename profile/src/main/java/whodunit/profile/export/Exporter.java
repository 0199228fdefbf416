// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.export;

import java.io.IOException;
import java.io.OutputStream;
import whodunit.profile.Profile;

/** Writes a stitched profile in another tool's format. Totals are those of the profile, to the last sample. */
public interface Exporter {
    /** @param out is not closed */
    void write(Profile profile, OutputStream out) throws IOException;
}
