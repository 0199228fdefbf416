// SPDX-License-Identifier: Apache-2.0
package whodunit.disruptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.FatalExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.agent.api.Whodunit;

/** On the real Disruptor, with the real agent. */
class RingContextsTest {
    private static final class Slot {
        private int value;
    }

    private record Seen(int value, int context) {}

    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());

    private static int transaction(String type) {
        int previous = Whodunit.begin(type);
        int context = Whodunit.current();
        Whodunit.end(previous);
        return context;
    }

    private static Disruptor<Slot> ring() {
        return new Disruptor<>(Slot::new, 8, DaemonThreadFactory.INSTANCE);
    }

    private void await(int n) throws InterruptedException {
        while (seen.size() < n) // the test's time limit ends this
            Thread.sleep(1);
    }

    /** Many more events than slots, published in several ways under several contexts, through two rings. */
    @Test
    void everyEventIsHandledUnderItsContextAndTheStagesOnItsWay() throws Exception {
        Disruptor<Slot> first = ring();
        Disruptor<Slot> second = ring();
        RingContexts ofFirst = new RingContexts(first.getRingBuffer());
        RingContexts ofSecond = new RingContexts(second.getRingBuffer());
        second.handleEventsWith(
                ofSecond.stage("second", (slot, sequence, end) -> seen.add(new Seen(slot.value, Whodunit.current()))));
        first.handleEventsWith(ofFirst.stage("first", (slot, sequence, end) -> second
                .publishEvent(ofSecond.<Slot, Integer>carrying((to, s, value) -> to.value = value), slot.value)));
        second.start();
        RingBuffer<Slot> ring = first.start();
        int[] types = {transaction("A"), transaction("B"), 0};
        List<Seen> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int value = i;
            int context = types[i * 7 / 3 % 3];
            int previous = Whodunit.attach(context);
            if (i % 2 == 0) {
                ring.publishEvent(ofFirst.carrying((Slot to, long s) -> to.value = value));
            } else {
                long sequence = ring.next();
                ring.get(sequence).value = value;
                ofFirst.stamp(sequence);
                ring.publish(sequence);
            }
            Whodunit.detach(previous);
            expected.add(new Seen(i, Whodunit.stage(Whodunit.stage(context, "first"), "second")));
        }
        await(expected.size());
        assertThat(seen).isEqualTo(expected);
        first.shutdown();
        second.shutdown();
    }

    /** Its slot has had events of transactions before. */
    @Test
    void anEventThatNobodyStampedHasNoContext() throws Exception {
        Disruptor<Slot> disruptor = ring();
        RingContexts contexts = new RingContexts(disruptor.getRingBuffer());
        disruptor.handleEventsWith(
                contexts.stage("S", (slot, sequence, end) -> seen.add(new Seen(slot.value, Whodunit.current()))));
        RingBuffer<Slot> ring = disruptor.start();
        int transaction = transaction("A");
        List<Seen> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int value = i;
            boolean plain = i > 20 && i % 3 != 0;
            int previous = Whodunit.attach(transaction);
            ring.publishEvent(
                    plain ? (to, s) -> to.value = value : contexts.carrying((Slot to, long s) -> to.value = value));
            Whodunit.detach(previous);
            expected.add(new Seen(i, Whodunit.stage(plain ? 0 : transaction, "S")));
        }
        await(expected.size());
        assertThat(seen).isEqualTo(expected);
        disruptor.shutdown();
    }

    @Test
    void aHandlerThatThrowsLeavesNothingBehind() throws Exception {
        Disruptor<Slot> disruptor = ring();
        RingContexts contexts = new RingContexts(disruptor.getRingBuffer());
        disruptor.setDefaultExceptionHandler(new com.lmax.disruptor.ExceptionHandler<>() {
            @Override
            public void handleEventException(Throwable e, long sequence, Slot slot) {
                seen.add(new Seen(slot.value, Whodunit.current()));
            }

            @Override
            public void handleOnStartException(Throwable e) {}

            @Override
            public void handleOnShutdownException(Throwable e) {}
        });
        disruptor.handleEventsWith(contexts.stage("S", (slot, sequence, end) -> {
            throw new IllegalStateException("on purpose");
        }));
        RingBuffer<Slot> ring = disruptor.start();
        int previous = Whodunit.attach(transaction("T"));
        ring.publishEvent(contexts.carrying((Slot to, long s) -> to.value = 1));
        Whodunit.detach(previous);
        await(1);
        assertThat(seen).containsExactly(new Seen(1, 0));
        disruptor.shutdown();
    }

    /** Whose thread it was goes on with something else. */
    @Test
    void anExceptionThatEndsTheProcessorLeavesNothingBehind() {
        Disruptor<Slot> disruptor = ring();
        RingBuffer<Slot> ring = disruptor.getRingBuffer();
        RingContexts contexts = new RingContexts(ring);
        BatchEventProcessor<Slot> processor = new BatchEventProcessorBuilder().build(ring, ring.newBarrier(),
                contexts.stage("S", (slot, sequence, end) -> {
                    seen.add(new Seen(slot.value, Whodunit.current()));
                    throw new IllegalStateException("on purpose");
                }));
        processor.setExceptionHandler(new FatalExceptionHandler());
        int transaction = transaction("T");
        int previous = Whodunit.attach(transaction);
        for (int i = 0; i < 3; i++)
            ring.publishEvent(contexts.carrying((Slot to, long s) -> to.value = 1));
        Whodunit.detach(previous);
        assertThatThrownBy(processor::run).hasRootCauseMessage("on purpose");
        assertThat(seen).containsExactly(new Seen(1, Whodunit.stage(transaction, "S")));
        assertThat(Whodunit.current()).isZero();
    }
}
