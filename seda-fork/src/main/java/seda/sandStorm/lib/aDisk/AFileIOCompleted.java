// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

/** A read or write is done. */
public class AFileIOCompleted extends AFileCompletion {
    /** Bytes that were read or written. */
    public int sizeCompleted;

    public AFileIOCompleted(AFileRequest request, int sizeCompleted) {
        super(request);
        this.sizeCompleted = sizeCompleted;
    }

    @Override
    public String toString() {
        return "AFileIOCompleted [" + req + ", " + sizeCompleted + " bytes]";
    }
}
