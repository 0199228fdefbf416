// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.internal.SystemManagerIF;
import seda.sandStorm.main.Sandstorm;
import whodunit.seda.LibraryStage;

/**
 * The way into the disk layer: one stage, whose threads carry out requests. Sandstorm starts it if
 * {@code global.aDisk.enable} is set, else the first request does.
 */
public class AFileMgr {
    static final String STAGE_NAME = "aDisk FileStage";

    private static volatile LibraryStage stage;

    public AFileMgr() {}

    /** Starts the stage. A system that starts later takes over: one that has ended leaves nothing behind. */
    public static synchronized void initialize(ManagerIF mgr, SystemManagerIF sysmgr) throws Exception {
        FileThreadManager threads = new FileThreadManager(mgr);
        sysmgr.addThreadManager("aDisk", threads);
        LibraryStage started = new LibraryStage(STAGE_NAME, new FileEventHandler(), mgr, threads, new SingleRequests());
        sysmgr.createStage(started, true);
        stage = started;
    }

    /** The system of this stage has ended: the next one's first request starts its own. */
    static synchronized void ended(FileEventHandler handler) {
        if (stage != null && stage.getEventHandler() == handler)
            stage = null;
    }

    private static LibraryStage stage() {
        LibraryStage running = stage;
        return running != null ? running : startOnFirstRequest();
    }

    private static synchronized LibraryStage startOnFirstRequest() {
        try {
            Sandstorm sandstorm = Sandstorm.getSandstorm() != null ? Sandstorm.getSandstorm() : new Sandstorm();
            if (stage == null)
                initialize(sandstorm.getManager(), sandstorm.getSystemManager());
            return stage;
        } catch (Exception e) {
            throw new IllegalStateException("the disk layer cannot be started: " + e.getMessage(), e);
        }
    }

    static void enqueue(AFileRequest request) {
        try {
            stage().getSource().enqueue(request);
        } catch (SinkException e) {
            throw new IllegalStateException("the disk layer has ended", e);
        }
    }
}
