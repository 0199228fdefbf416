// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.internal.NullBatchSorter;
import whodunit.seda.LibraryStage;

/** A stage of the socket layer. */
final class aSocketStageWrapper extends LibraryStage {
    private final aSocketEventHandler<?> handler;
    private final aSocketThreadManager threads;

    aSocketStageWrapper(String name, aSocketEventHandler<?> handler, ManagerIF mgr, aSocketThreadManager threads) {
        super(name, handler, mgr, threads, new NullBatchSorter());
        this.handler = handler;
        this.threads = threads;
    }

    @Override
    public aSocketEventHandler<?> getEventHandler() {
        return handler;
    }

    /** May be called from any thread. */
    void ask(aSocketRequest[] requests) {
        try {
            getSource().enqueue_many(requests);
        } catch (SinkException e) {
            throw new IllegalStateException("the socket layer has ended", e);
        }
        threads.wake(this);
    }
}
