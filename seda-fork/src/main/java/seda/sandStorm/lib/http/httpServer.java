// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SinkCloggedEvent;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpListenFailedEvent;
import seda.sandStorm.lib.aSocket.ATcpListenSuccessEvent;
import seda.sandStorm.lib.aSocket.ATcpServerSocket;
import whodunit.seda.Brief;

/**
 * The stage of an HTTP server. To its client's sink it pushes each {@link httpConnection}, each {@link httpRequest},
 * and a SinkClosedEvent with the httpConnection when that has ended.
 */
public class httpServer implements EventHandlerIF, SingleThreadedEventHandlerIF, httpConst, Brief {
    /** Servers made so far. */
    private static final AtomicInteger MADE = new AtomicInteger();

    protected int listenPort;
    protected ATcpServerSocket servsock;
    protected ManagerIF mgr;
    protected SinkIF mySink;
    protected volatile SinkIF clientSink;
    private final Map<ATcpConnection, httpConnection> connections = new ConcurrentHashMap<>();

    public httpServer(ManagerIF mgr, SinkIF clientSink) throws Exception {
        this(mgr, clientSink, DEFAULT_HTTP_PORT);
    }

    /**
     * Makes its own stage, which listens when it is initialised.
     * @param listenPort 0: any free one, see {@link #getServerSocket}
     */
    public httpServer(ManagerIF mgr, SinkIF clientSink, int listenPort) throws Exception {
        this.mgr = mgr;
        this.clientSink = clientSink;
        this.listenPort = listenPort;
        mgr.createStage("httpServer " + MADE.getAndIncrement() + " <port " + listenPort + ">", this, null);
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
            arrived(packet);
        else if (event instanceof httpConnection connection)
            handle(connection, connection::deliver);
        else if (event instanceof ATcpConnection conn)
            accept(conn);
        else if (event instanceof SinkClosedEvent closed)
            ended(connections.get(closed.sink));
        else if (event instanceof SinkCloggedEvent clogged)
            clogged(connections.get(clogged.sink));
        else if (event instanceof ATcpListenSuccessEvent)
            clientSink.enqueue_lossy(event);
        else if (event instanceof ATcpListenFailedEvent failed)
            System.err.println("httpServer: cannot listen on port " + listenPort + ": " + failed.getMessage());
    }

    /** What goes wrong with one connection, in the application's sink perhaps, stays with it. */
    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            try {
                handleEvent(event);
            } catch (RuntimeException | Error e) {
                System.err.println("httpServer: " + event + " failed with " + e);
                e.printStackTrace();
            }
    }

    private void arrived(ATcpInPacket packet) {
        httpConnection connection = connections.get(packet.getConnection());
        if (connection != null) // else it has ended
            handle(connection, () -> connection.add(packet));
    }

    private static void handle(httpConnection connection, Runnable work) {
        boolean done = false;
        try {
            work.run();
            done = true;
        } finally {
            if (!done)
                connection.fail();
        }
    }

    private static void ended(httpConnection connection) {
        if (connection != null)
            connection.ended();
    }

    private void clogged(httpConnection connection) {
        if (connection != null)
            clientSink.enqueue_lossy(new SinkCloggedEvent(connection, null));
    }

    /** A client whom the application has no room for is turned away. */
    private void accept(ATcpConnection conn) {
        httpConnection connection = new httpConnection(this, conn);
        connections.put(conn, connection);
        boolean taken = false;
        try {
            clientSink.enqueue(connection);
            taken = true;
        } catch (SinkException e) {
            // nobody has heard of it
        } finally {
            if (!taken)
                connection.refuse();
        }
        if (taken)
            conn.startReader(connection.reader(mySink));
    }

    /** The connection is to deliver more of what has arrived. */
    void goOn(httpConnection connection) {
        mySink.enqueue_lossy(connection);
    }

    /** To the application. */
    void push(httpRequest request) throws SinkException {
        clientSink.enqueue(request);
    }

    /** @param sink null: the application's */
    void pushClosed(SinkClosedEvent event, SinkIF sink) {
        (sink != null ? sink : clientSink).enqueue_lossy(event);
    }

    /** The connection has ended. */
    void forget(ATcpConnection conn) {
        connections.remove(conn);
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
