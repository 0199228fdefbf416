// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks for the next read or write at another position. Nothing is pushed unless it fails. */
public class AFileSeekRequest extends AFileRequest {
    private final int position;

    /** @param position bytes from the file's beginning */
    public AFileSeekRequest(int position, SinkIF compQ) {
        super(compQ);
        this.position = position;
    }

    @Override
    QueueElementIF carryOut() throws IOException {
        file.content().seek(position);
        return null;
    }
}
