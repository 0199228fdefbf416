// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import seda.sandStorm.api.QueueElementIF;

/** The outcome of a request. */
public abstract class AFileCompletion implements QueueElementIF {
    protected AFileRequest req;

    protected AFileCompletion(AFileRequest request) {
        req = request;
    }

    public AFileRequest getRequest() {
        return req;
    }

    public AFile getFile() {
        return req.getFile();
    }
}
