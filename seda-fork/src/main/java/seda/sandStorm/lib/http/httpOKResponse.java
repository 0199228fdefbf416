// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/** 200: here it is. */
public class httpOKResponse extends httpResponse implements httpConst, QueueElementIF {
    public httpOKResponse(String contentType, BufferElement payload) {
        super(RESPONSE_OK, contentType, payload);
    }

    /** @param contentLength bytes of the whole content, of which the payload is the beginning */
    public httpOKResponse(String contentType, BufferElement payload, int contentLength) {
        super(RESPONSE_OK, contentType, payload, contentLength);
    }

    /** With a payload to be filled in. */
    public httpOKResponse(String contentType, int payloadSize) {
        super(RESPONSE_OK, contentType, payloadSize);
    }

    /** @param compQ where the SinkDrainedEvent goes when it has been sent; may be null */
    public httpOKResponse(String contentType, int payloadSize, SinkIF compQ) {
        super(RESPONSE_OK, contentType, payloadSize, compQ);
    }

    @Override
    protected String getEntityHeader() {
        return null;
    }

    @Override
    public String toString() {
        return "httpOKResponse [" + contentType + ", " + contentLength + " bytes]";
    }
}
