// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/**
 * Asks to fill a buffer: {@link AFileIOCompleted} tells how far, and behind it {@link AFileEOFReached} that the file
 * ended before it was full. If nothing was left there is only the latter.
 */
public class AFileReadRequest extends AFileRequest {
    private final BufferElement buffer;

    public AFileReadRequest(BufferElement buffer, SinkIF compQ) {
        super(compQ);
        this.buffer = buffer;
    }

    public BufferElement getBuffer() {
        return buffer;
    }

    @Override
    QueueElementIF carryOut() throws IOException {
        int done = 0;
        for (int n; done < buffer.size
                && (n = file.content().read(buffer.data, buffer.offset + done, buffer.size - done)) > 0;)
            done += n;
        if (done == buffer.size)
            return new AFileIOCompleted(this, done);
        if (done > 0)
            complete(new AFileIOCompleted(this, done));
        return new AFileEOFReached(this);
    }

    @Override
    public String toString() {
        return "AFileReadRequest [" + file + ", " + buffer.size + " bytes]";
    }
}
