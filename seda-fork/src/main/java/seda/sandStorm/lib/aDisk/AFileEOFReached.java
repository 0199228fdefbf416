// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

/** A read has begun at the file's end. */
public class AFileEOFReached extends AFileCompletion {
    AFileEOFReached(AFileRequest request) {
        super(request);
    }
}
