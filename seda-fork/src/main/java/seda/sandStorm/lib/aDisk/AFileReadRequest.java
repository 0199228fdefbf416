package seda.sandStorm.lib.aDisk;

import java.io.IOException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/** Asks to fill a buffer: {@link AFileIOCompleted} tells how far, or {@link AFileEOFReached} that nothing was left. */
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
        return done == 0 && buffer.size > 0 ? new AFileEOFReached(this) : new AFileIOCompleted(this, done);
    }

    @Override
    public String toString() {
        return "AFileReadRequest [" + file + ", " + buffer.size + " bytes]";
    }
}
