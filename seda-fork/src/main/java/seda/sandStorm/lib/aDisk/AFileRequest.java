// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Something asked of a file. Its outcome goes to a completion queue. */
public abstract class AFileRequest implements QueueElementIF {
    AFile file;
    SinkIF compQ;
    /** The transaction context in which it was asked for. */
    int context;

    protected AFileRequest(SinkIF compQ) {
        this(null, compQ);
    }

    protected AFileRequest(AFile file, SinkIF compQ) {
        this.file = file;
        this.compQ = compQ;
    }

    /** The file that it was enqueued to. */
    public AFile getFile() {
        return file;
    }

    /** Does it, on a thread of the pool. @return the event to push, or null */
    QueueElementIF carryOut() throws IOException {
        throw new IOException("files know no " + getClass().getSimpleName());
    }

    void complete(QueueElementIF event) {
        if (compQ != null && event != null)
            compQ.enqueue_lossy(event);
    }
}
