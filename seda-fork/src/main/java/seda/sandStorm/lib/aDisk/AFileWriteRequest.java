// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/** Asks to write a buffer; {@link AFileIOCompleted} tells when it is done. */
public class AFileWriteRequest extends AFileRequest {
    private final BufferElement buffer;

    public AFileWriteRequest(BufferElement buffer, SinkIF compQ) {
        super(compQ);
        this.buffer = buffer;
    }

    @Override
    QueueElementIF carryOut() throws IOException {
        file.content().write(buffer.data, buffer.offset, buffer.size);
        return new AFileIOCompleted(this, buffer.size);
    }
}
