package seda.sandStorm.lib.aSocket;

/** What the socket layer is tuned by. Constants that say "no effect" are kept because applications were linked with them. */
public interface aSocketConst {
    /** Bytes that one read takes from a socket at most; a packet is never larger. */
    int READ_BUFFER_SIZE = 16384;
    /** A packet owns its bytes: they are copied out of the buffer that was read into. */
    boolean READ_BUFFER_COPY = true;

    /** Writes to one socket before the others have their turn. */
    int TRYWRITE_SPIN = 16;
    /** Bytes that one write gives to a socket at most. */
    int MAX_WRITE_LEN = 65536;
    /** No effect: a connection's own threshold bounds its requests. */
    int MAX_WRITE_REQS_PER_SOCKET = -1;
    /** No effect: all sockets that are ready are written to. */
    int MAX_WRITES_AT_ONCE = -1;
    /** Connections that one listening socket accepts before the others have their turn. */
    int MAX_ACCEPTS_AT_ONCE = 64;
    /** No effect: a socket is watched for writability only while something waits to be written. */
    int WRITE_MASK_DISABLE_THRESHOLD = 0;

    /** Milliseconds that a socket stage waits for its selector; requests wake it earlier. */
    int SELECT_TIMEOUT = 1000;
    /** No effect. */
    int SELECT_SPIN = 1;
    /** Milliseconds between two attempts to deliver what a full sink has refused. */
    int EVENT_QUEUE_TIMEOUT = 10;
    /** No effect. */
    int EVENT_QUEUE_SPIN = 1;
    /** No effect. */
    int LARGE_AGGREGATION = 20;
    /** Packets between two measurements of the rate, where a rate is set. */
    int MEASUREMENT_SIZE = 200;

    String READSTAGE_NAME = "aSocket ReadStage";
    String WRITESTAGE_NAME = "aSocket WriteStage";
    String LISTENSTAGE_NAME = "aSocket ListenStage";
}
