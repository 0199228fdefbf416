// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.api.SinkIF;

/** Asks to make what was written durable; a SinkFlushedEvent tells when it is. */
public class AFileFlushRequest extends AFileRequest {
    public AFileFlushRequest(AFile file, SinkIF compQ) {
        super(file, compQ);
    }

    public AFileFlushRequest(SinkIF compQ) {
        super(compQ);
    }

    @Override
    QueueElementIF carryOut() throws IOException {
        file.content().getFD().sync();
        return new SinkFlushedEvent(file);
    }
}
