// SPDX-License-Identifier: Apache-2.0
package whodunit.disruptor;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import whodunit.seda.Contexts;
import whodunit.seda.StagePath;

/** Runs a handler under the contexts of its events. */
final class StageHandler<E> implements EventHandler<E> {
    private final EventHandler<E> handler;
    private final RingContexts contexts;
    private final StagePath path;

    StageHandler(String name, EventHandler<E> handler, RingContexts contexts) {
        this.handler = handler;
        this.contexts = contexts;
        path = new StagePath(name);
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
        boolean goesOn = false;
        Contexts.set(path.after(contexts.of(sequence)));
        try {
            handler.onEvent(event, sequence, endOfBatch);
            goesOn = !endOfBatch;
        } finally {
            if (!goesOn)
                Contexts.set(0); // a thread that waits for events, or has ended this one, works for no transaction
        }
    }

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
        handler.onBatchStart(batchSize, queueDepth);
    }

    @Override
    public void onStart() {
        handler.onStart();
    }

    @Override
    public void onShutdown() {
        handler.onShutdown();
    }

    @Override
    public void onTimeout(long sequence) throws Exception {
        handler.onTimeout(sequence);
    }

    @Override
    public void setSequenceCallback(Sequence sequenceCallback) {
        handler.setSequenceCallback(sequenceCallback);
    }
}
