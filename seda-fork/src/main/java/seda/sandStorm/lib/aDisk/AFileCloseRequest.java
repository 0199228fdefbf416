// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkIF;

/** Asks to close a file; a SinkClosedEvent tells when it is. */
public class AFileCloseRequest extends AFileRequest {
    public AFileCloseRequest(AFile file, SinkIF compQ) {
        super(file, compQ);
    }

    public AFileCloseRequest(SinkIF compQ) {
        super(compQ);
    }

    @Override
    QueueElementIF carryOut() throws IOException {
        file.content().close();
        return new SinkClosedEvent(file);
    }
}
