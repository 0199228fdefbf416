// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import whodunit.seda.Brief;
import whodunit.seda.Contexts;

/**
 * A stage of the socket layer: handles what is asked of sockets and what sockets are ready for, on one thread. What a
 * full sink has refused it offers again from time to time.
 *
 * @param <S> the state of a socket whose element was refused
 */
abstract class aSocketEventHandler<S> implements EventHandlerIF, Brief {
    /** Between two attempts to deliver what a full sink has refused. */
    static final int OFFER_AGAIN_MILLIS = 10;

    private final List<S> refused = new ArrayList<>();
    private long nextOfferNanos;
    /** The sockets that this stage waits for; set before its thread starts. */
    SelectSourceIF source;

    /** A socket whose attachment this is became ready, or a request came. */
    abstract void handle(Object what);

    /** All of a batch was handled. */
    abstract void endOfBatch();

    /** @return whether the element was taken at last */
    abstract boolean offerAgain(S state);

    final void refused(S state) {
        if (refused.isEmpty())
            nextOfferNanos = System.nanoTime() + OFFER_AGAIN_MILLIS * 1_000_000L;
        refused.add(state);
    }

    final boolean hasRefused() {
        return !refused.isEmpty();
    }

    /** Offers again what was refused, if it is time. */
    final void offerRefused() {
        if (refused.isEmpty() || System.nanoTime() - nextOfferNanos < 0)
            return;
        // a reader's own code may be called, which must not take the stage's waiting for its transaction
        Contexts.set(0);
        refused.removeIf((Predicate<S>) this::offerAgain);
        nextOfferNanos = System.nanoTime() + OFFER_AGAIN_MILLIS * 1_000_000L;
    }

    @Override
    public final void handleEvent(QueueElementIF event) {
        handleEvents(new QueueElementIF[] {event});
    }

    /** What goes wrong with one socket stays with it. */
    @Override
    public final void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            try {
                Object what = event instanceof SelectQueueElement ready ? ready.getAttachment() : event;
                if (what != null) // registered this moment: it will be selected again
                    handle(what);
            } catch (RuntimeException | Error e) {
                System.err.println("aSocket: " + event + " failed with " + e);
                e.printStackTrace();
            }
        endOfBatch();
    }

    @Override
    public void init(ConfigDataIF config) {}

    @Override
    public void destroy() {}
}
