package seda.sandStorm.lib.http;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpListenFailedEvent;
import seda.sandStorm.lib.aSocket.ATcpServerSocket;

/**
 * The stage of an HTTP server. To its client's sink it pushes each {@link httpConnection}, each {@link httpRequest}, and
 * a SinkClosedEvent with the httpConnection when that has ended.
 */
public class httpServer implements EventHandlerIF, SingleThreadedEventHandlerIF, httpConst {
    private static final String STAGE_NAME = "httpServer";

    protected int listenPort;
    protected ATcpServerSocket servsock;
    protected ManagerIF mgr;
    protected SinkIF mySink;
    protected volatile SinkIF clientSink;

    public httpServer(ManagerIF mgr, SinkIF clientSink) throws Exception {
        this(mgr, clientSink, DEFAULT_HTTP_PORT);
    }

    /** Makes its own stage, which listens when it is initialised. @param listenPort 0: any free one, see {@link #getServerSocket} */
    public httpServer(ManagerIF mgr, SinkIF clientSink, int listenPort) throws Exception {
        this.mgr = mgr;
        this.clientSink = clientSink;
        this.listenPort = listenPort;
        mgr.createStage(STAGE_NAME, this, null);
    }

    @Override
    public void init(ConfigDataIF config) throws Exception {
        mySink = config.getStage().getSink();
        servsock = new ATcpServerSocket(listenPort, mySink, WRITE_CLOG_THRESHOLD);
    }

    @Override
    public void destroy() {
        servsock.close();
    }

    @Override
    public void handleEvent(QueueElementIF event) {
        if (event instanceof ATcpInPacket packet)
            ((httpConnection) packet.getConnection().userTag).add(packet);
        else if (event instanceof httpConnection waiting)
            waiting.pushRequest();
        else if (event instanceof ATcpConnection conn)
            accept(conn);
        else if (event instanceof SinkClosedEvent closed)
            ((httpConnection) ((ATcpConnection) closed.sink).userTag).ended();
        else if (event instanceof ATcpListenFailedEvent failed)
            System.err.println("httpServer: cannot listen on port " + listenPort + ": " + failed.getMessage());
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    /** A client whom the application has no room for is turned away. */
    private void accept(ATcpConnection conn) {
        httpConnection connection = new httpConnection(this, conn);
        conn.userTag = connection;
        try {
            clientSink.enqueue(connection);
        } catch (SinkException e) {
            connection.refuse();
            return;
        }
        conn.startReader(connection.reader(mySink));
    }

    /** To the application. */
    void push(httpRequest request) throws SinkException {
        clientSink.enqueue(request);
    }

    void pushClosed(SinkClosedEvent event) {
        clientSink.enqueue_lossy(event);
    }

    /** The connection's next request has its turn: on this stage, not on the thread that has answered. */
    void resume(httpConnection connection) {
        mySink.enqueue_lossy(connection);
    }

    @Override
    public String toString() {
        return "httpServer [" + listenPort + "]";
    }

    /** From now on it is this sink that everything is pushed to. */
    public void registerSink(SinkIF sink) {
        clientSink = sink;
    }

    /** Clients have to wait. */
    public void suspendAccept() {
        servsock.suspendAccept();
    }

    public void resumeAccept() {
        servsock.resumeAccept();
    }

    public ATcpServerSocket getServerSocket() {
        return servsock;
    }
}
