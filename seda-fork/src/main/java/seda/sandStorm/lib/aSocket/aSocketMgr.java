// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.internal.SystemManagerIF;
import seda.sandStorm.lib.aSocket.nio.NIOFactory;
import seda.sandStorm.main.Sandstorm;
import seda.util.Tracer;

/**
 * The way into the socket layer: three stages that read, write and listen. Sandstorm starts them; a program without
 * Sandstorm gets one when it makes its first socket.
 */
public class aSocketMgr {
    public static Tracer tracer = new Tracer("aSocket");

    /** One implementation serves every {@code global.aSocket.provider} that configurations name. */
    private static final aSocketImplFactory FACTORY = new NIOFactory();
    private static volatile Stages stages;

    private record Stages(aSocketStageWrapper read, aSocketStageWrapper write, aSocketStageWrapper listen) {}

    public aSocketMgr() {}

    /** Starts the stages. A system that starts later takes over: one that has ended leaves nothing behind. */
    public static void initialize(ManagerIF mgr, SystemManagerIF sysmgr) throws Exception {
        SandstormConfigIF config = mgr.getConfig();
        aSocketThreadManager threads = new aSocketThreadManager(mgr);
        aSocketThreadManager readThreads = config.getBoolean("global.aSocket.rateController.enable")
                ? new aSocketRCTMSleep(mgr, config.getDouble("global.aSocket.rateController.rate")) : threads;
        sysmgr.addThreadManager("aSocket", threads);
        Stages started = new Stages(stage(aSocketConst.READSTAGE_NAME, new ReadEventHandler(), mgr, readThreads),
                stage(aSocketConst.WRITESTAGE_NAME, new WriteEventHandler(), mgr, threads),
                stage(aSocketConst.LISTENSTAGE_NAME, new ListenEventHandler(), mgr, threads));
        sysmgr.createStage(started.read, true);
        sysmgr.createStage(started.write, true);
        sysmgr.createStage(started.listen, true);
        stages = started;
    }

    private static aSocketStageWrapper stage(String name, aSocketEventHandler<?> handler, ManagerIF mgr,
            aSocketThreadManager threads) {
        handler.source = FACTORY.newSelectSource();
        return new aSocketStageWrapper(name, handler, mgr, threads);
    }

    private static Stages stages() {
        Stages running = stages;
        return running != null ? running : startStandalone();
    }

    private static synchronized Stages startStandalone() {
        if (stages == null)
            try {
                new Sandstorm();
            } catch (Exception e) {
                throw new IllegalStateException("the socket layer cannot be started: " + e.getMessage(), e);
            }
        if (stages == null)
            throw new IllegalStateException("there are no sockets: global.aSocket.enable is false");
        return stages;
    }

    static aSocketImplFactory factory() {
        return FACTORY;
    }

    static SelectSourceIF listenSource() {
        return stages().listen.getEventHandler().source;
    }

    /** Asks something of the socket layer. May be called from any thread; never blocks. */
    public static void enqueueRequest(aSocketRequest request) {
        enqueueRequests(new aSocketRequest[] {request});
    }

    /** Several requests for one stage, in order and with no other between them. */
    static void enqueueRequests(aSocketRequest[] requests) {
        if (requests.length == 0)
            return;
        (requests[0].isRead() ? stages().read : stages().write).ask(requests);
    }
}
