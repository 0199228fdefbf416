// SPDX-License-Identifier: Apache-2.0
package whodunit.disruptor;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventTranslator;
import com.lmax.disruptor.EventTranslatorOneArg;
import com.lmax.disruptor.EventTranslatorThreeArg;
import com.lmax.disruptor.EventTranslatorTwoArg;
import com.lmax.disruptor.EventTranslatorVararg;
import com.lmax.disruptor.RingBuffer;
import whodunit.seda.Contexts;

/**
 * Transaction contexts for a ring buffer, one for each slot: an event is handled under the context in which it was
 * published, and the handler's stage (paper, section 4.2). Publishers use translators made here, or {@link #stamp};
 * handlers are registered as {@link #stage} makes them. Without the agent all of it hands back what it was given.
 *
 * <p>Thread-safe as the ring buffer is: a slot's context is written by the publisher that has claimed the slot, and
 * read behind the barrier that lets the handler see the event.
 */
public final class RingContexts {
    /**
     * Before LMAX Disruptor 4 a handler implements other interfaces to be told more than events, which one of ours
     * around it would hide.
     */
    private static final boolean WRAPS = isToldAll();

    /** A context, and below it the end of the sequence that it is for: what else comes into the slot has none. */
    private final long[] stamps;

    public RingContexts(RingBuffer<?> ring) {
        stamps = new long[Contexts.ON ? ring.getBufferSize() : 0];
    }

    /**
     * Remembers the calling thread's context for a sequence that it has claimed and not yet published. An event that is
     * published without has no context.
     */
    public void stamp(long sequence) {
        if (Contexts.ON)
            stamps[slot(sequence)] = (long) Contexts.current() << 32 | sequence & 0xffff_ffffL;
    }

    int of(long sequence) {
        long stamp = stamps[slot(sequence)];
        return (int) stamp == (int) sequence ? (int) (stamp >>> 32) : 0;
    }

    private int slot(long sequence) {
        return (int) sequence & stamps.length - 1; // a power of two
    }

    public <E> EventTranslator<E> carrying(EventTranslator<E> translator) {
        return !Contexts.ON ? translator : (event, sequence) -> {
            stamp(sequence);
            translator.translateTo(event, sequence);
        };
    }

    public <E, A> EventTranslatorOneArg<E, A> carrying(EventTranslatorOneArg<E, A> translator) {
        return !Contexts.ON ? translator : (event, sequence, a) -> {
            stamp(sequence);
            translator.translateTo(event, sequence, a);
        };
    }

    public <E, A, B> EventTranslatorTwoArg<E, A, B> carrying(EventTranslatorTwoArg<E, A, B> translator) {
        return !Contexts.ON ? translator : (event, sequence, a, b) -> {
            stamp(sequence);
            translator.translateTo(event, sequence, a, b);
        };
    }

    public <E, A, B, C> EventTranslatorThreeArg<E, A, B, C> carrying(EventTranslatorThreeArg<E, A, B, C> translator) {
        return !Contexts.ON ? translator : (event, sequence, a, b, c) -> {
            stamp(sequence);
            translator.translateTo(event, sequence, a, b, c);
        };
    }

    public <E> EventTranslatorVararg<E> carrying(EventTranslatorVararg<E> translator) {
        return !Contexts.ON ? translator : (event, sequence, args) -> {
            stamp(sequence);
            translator.translateTo(event, sequence, args);
        };
    }

    /** The handler as a stage of that name, for one event processor. Before LMAX Disruptor 4, the handler itself. */
    public <E> EventHandler<E> stage(String name, EventHandler<E> handler) {
        return Contexts.ON && WRAPS ? new StageHandler<>(name, handler, this) : handler;
    }

    private static boolean isToldAll() {
        try {
            EventHandler.class.getMethod("onStart");
            return true;
        } catch (NoSuchMethodException e) {
            if (Contexts.ON)
                System.err.println("whodunit: no contexts in ring buffers: they need LMAX Disruptor 4");
            return false;
        }
    }
}
