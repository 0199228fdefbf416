// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import seda.sandStorm.api.QueueElementIF;

/** A response on its way to a client: the whole of it, or a part. */
public class httpResponder implements httpConst, QueueElementIF {
    private final httpResponse response;
    private final httpConnection connection;
    /** The one that it answers; null if the application did not say. */
    private final httpRequest request;
    private final boolean shouldClose;
    private final boolean sendHeader;

    /**
     * @param shouldClose whether to close the connection when it has been sent
     * @param sendHeader  false for all parts of a response but the first
     */
    public httpResponder(httpResponse response, httpConnection connection, boolean shouldClose, boolean sendHeader) {
        this(response, connection, null, shouldClose, sendHeader);
    }

    private httpResponder(httpResponse response, httpConnection connection, httpRequest request, boolean shouldClose,
            boolean sendHeader) {
        this.response = response;
        this.connection = connection;
        this.request = request;
        this.shouldClose = shouldClose;
        this.sendHeader = sendHeader;
    }

    public httpResponder(httpResponse response, httpConnection connection, boolean shouldClose) {
        this(response, connection, shouldClose, true);
    }

    public httpResponder(httpResponse response, httpConnection connection) {
        this(response, connection, false);
    }

    /** The header is left out, too, if the client would not understand it. */
    public httpResponder(httpResponse response, httpRequest request, boolean shouldClose, boolean sendHeader) {
        this(response, request.getConnection(), request, shouldClose, sendHeader && request.headerNeeded());
    }

    public httpResponder(httpResponse response, httpRequest request, boolean shouldClose) {
        this(response, request, shouldClose, true);
    }

    public httpResponder(httpResponse response, httpRequest request) {
        this(response, request, false);
    }

    public httpConnection getConnection() {
        return connection;
    }

    httpRequest request() {
        return request;
    }

    public httpResponse getResponse() {
        return response;
    }

    public boolean shouldClose() {
        return shouldClose;
    }

    public boolean sendHeader() {
        return sendHeader;
    }
}
