// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

/**
 * Constants of the API. Compilers copy them into applications, so their values are the original's, and what tunes this
 * socket layer is elsewhere: constants that say "no effect" are kept because applications were compiled with them.
 */
public interface aSocketConst {
    /** Bytes that one read takes from a socket at most; a packet is never larger. */
    int READ_BUFFER_SIZE = 16384;
    /** A packet owns its bytes: they are copied out of the buffer that was read into. */
    boolean READ_BUFFER_COPY = true;

    /** Writes to one socket before the others have their turn. */
    int TRYWRITE_SPIN = 10;
    /** No limit, and no effect: one write takes as much as there is room for. */
    int MAX_WRITE_LEN = -1;
    /** No effect: a connection's own threshold bounds its requests. */
    int MAX_WRITE_REQS_PER_SOCKET = 1000;
    /** No effect: all sockets that are ready are written to. */
    int MAX_WRITES_AT_ONCE = -1;
    /** Connections that one listening socket accepts before the others have their turn. */
    int MAX_ACCEPTS_AT_ONCE = 1000;
    /** No effect: a socket is watched for writability only while something waits to be written. */
    int WRITE_MASK_DISABLE_THRESHOLD = 10;

    /** Milliseconds that a socket stage waits for its selector; requests wake it earlier. */
    int SELECT_TIMEOUT = 1000;
    /** No effect. */
    int SELECT_SPIN = 1;
    /** No effect: requests wake their stage. */
    int EVENT_QUEUE_TIMEOUT = 1000;
    /** No effect. */
    int EVENT_QUEUE_SPIN = 10;
    /** No effect. */
    int LARGE_AGGREGATION = 4096;
    /** No effect: the rate is kept by time, not by measurements. */
    int MEASUREMENT_SIZE = 200;

    String READSTAGE_NAME = "aSocket ReadStage";
    String WRITESTAGE_NAME = "aSocket WriteStage";
    String LISTENSTAGE_NAME = "aSocket ListenStage";
}
