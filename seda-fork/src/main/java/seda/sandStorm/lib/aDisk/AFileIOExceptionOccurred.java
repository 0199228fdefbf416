// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;

/** A request has failed. */
public class AFileIOExceptionOccurred extends AFileCompletion {
    public IOException ioe;

    AFileIOExceptionOccurred(AFileRequest request, IOException ioe) {
        super(request);
        this.ioe = ioe;
    }

    @Override
    public String toString() {
        return "AFileIOExceptionOccurred [" + req + ", " + ioe + "]";
    }
}
