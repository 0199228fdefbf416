// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Date;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.core.ssTimer;
import seda.sandStorm.core.ssTimer.ssTimerEvent;
import whodunit.seda.stage.Event;
import whodunit.seda.stage.Waits;

class TimerTest {
    private final ssTimer timer = new ssTimer();
    private final FiniteQueue queue = new FiniteQueue();

    @AfterEach
    void end() {
        timer.doneWithTimer();
    }

    @Test
    void eventsFireInTheOrderOfTheirTimes() {
        long start = System.nanoTime();
        timer.registerEvent(40, new Event("c"), queue);
        timer.registerEvent(new Date(System.currentTimeMillis() + 60), new Event("d"), queue);
        timer.registerEvent(0, new Event("a"), queue);
        timer.registerEvent(20, new Event("b"), queue);
        timer.registerEvent(Long.MAX_VALUE, new Event("never"), queue);
        for (String name : new String[] {"a", "b", "c", "d"})
            assertThat(queue.blocking_dequeue(-1)).isEqualTo(new Event(name));
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(58_000_000);
        assertThat(timer.size()).isEqualTo(1);
    }

    @Test
    void whatIsCancelledDoesNotFire() {
        ssTimerEvent cancelled = timer.registerEvent(20, new Event("cancelled"), queue);
        timer.registerEvent(30, new Event("stays"), queue);
        timer.cancelEvent(cancelled);
        timer.cancelEvent(cancelled);
        assertThat(queue.blocking_dequeue(-1)).isEqualTo(new Event("stays"));
        timer.registerEvent(100_000, new Event("x"), queue);
        timer.cancelAll();
        assertThat(timer.size()).isZero();
        assertThat(queue.dequeue()).isNull();
    }

    /** The public links say what comes before and after, whatever is added and cancelled. */
    @Test
    void theLinksAreThoseOfNeighbours() {
        Random random = new Random(1);
        ssTimerEvent[] events = Stream
                .generate(() -> timer.registerEvent(100_000 + random.nextInt(100_000), new Event("e"), queue))
                .limit(200).toArray(ssTimerEvent[]::new);
        for (int i = 0; i < 50; i++)
            timer.cancelEvent(events[i * 4]);
        ssTimerEvent first = events[1];
        while (first.prevE != null)
            first = first.prevE;
        int n = 1;
        for (ssTimerEvent e = first; e.nextE != null; e = e.nextE, n++) {
            assertThat(e.nextE.prevE).isSameAs(e);
            assertThat(e.nextE.time_millis).isGreaterThanOrEqualTo(e.time_millis - 1); // the clock's own steps
        }
        assertThat(n).isEqualTo(150).isEqualTo(timer.size());
    }

    @Test
    void aFullSinkAndOneThatThrowsStopNothing() throws Exception {
        FiniteQueue full = new FiniteQueue();
        full.setEnqueuePredicate(new QueueThresholdPredicate(full, 0));
        SimpleSink broken = new SimpleSink() {
            @Override
            public void enqueue(QueueElementIF element) throws SinkClosedException {
                throw new Error("on purpose");
            }
        };
        timer.registerEvent(1, new Event("lost"), full);
        timer.registerEvent(2, new Event("broken"), broken);
        timer.registerEvent(3, new Event("arrives"), queue);
        assertThat(queue.blocking_dequeue(-1)).isEqualTo(new Event("arrives"));
        assertThat(full.size()).isZero();
    }

    @Test
    void aTimerThatIsDoneHasNoThread() throws Exception {
        ssTimer other = new ssTimer();
        other.registerEvent(10, new Event("never"), queue);
        long before = timers();
        other.doneWithTimer();
        Waits.until(() -> timers() < before);
        assertThat(queue.dequeue()).isNull();
    }

    private static long timers() {
        return Thread.getAllStackTraces().keySet().stream().filter(t -> t.getName().equals("ssTimer")).count();
    }
}
