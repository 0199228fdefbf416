// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import whodunit.profile.Frame;
import whodunit.profile.Samples;
import whodunit.profile.format.KernelSamples;
import whodunit.profile.format.KernelStack;

/** What the kernel side knows goes to its own sample, or to none. */
class KernelOriginsTest {
    private static final int THREAD = 7, OTHER = 8;

    private final FrameTable frames = new FrameTable();
    private final KernelOrigins origins = new KernelOrigins(frames);
    private final KernelSamples.Builder told = KernelSamples.newBuilder();
    private final SampleColumns samples = new SampleColumns();
    private final Samples stacks = new Samples();

    /** Of a thread without label: its sample is in these ns after the time. */
    private void tell(int tid, long time, int within, int kernelStack, boolean elsewhere) {
        told.addTid(tid).addTime(time).addWithinNs(within).addStack(kernelStack).addWaitedNs(1_000)
                .addElsewhere(elsewhere);
    }

    private void sample(int tid, long time, String call) {
        samples.add(tid, time, stacks.stack(List.of(new Frame(call, Frame.Kind.NATIVE))), 1);
    }

    /** Each sample's whole stack. */
    private List<String> joined() {
        Map<Integer, Integer> numbers = Map.of(1, stack(1, "nanosleep"), 2, stack(2, "poll"));
        origins.add(told.build(), numbers);
        int[] of = origins.ofLater(samples);
        List<String> all = new ArrayList<>();
        int[] at = {0};
        samples.forEach((tid, time, stack, n) -> {
            List<Frame> whole = stacks.stack(origins.wholeStack(stack, of[at[0]++], stacks));
            all.add(String.join(";", whole.stream().map(Frame::name).toList()));
        });
        return all;
    }

    private int stack(int id, String function) {
        return origins.stack(KernelStack.newBuilder().setId(id).addFrames(1).build(), Map.of(1, function));
    }

    @Test
    void aSampleThatWasLostGetsNoOthersPlace() {
        tell(THREAD, 100, 10, 1, false);
        tell(THREAD, 200, 10, 2, false); // whose sample was lost
        tell(THREAD, 300, 10, 1, false);
        tell(OTHER, 200, 10, 2, false);
        sample(THREAD, 105, "rests");
        sample(THREAD, 250, "works"); // of a tick in user code, of which nothing is told
        sample(THREAD, 310, "rests");
        sample(OTHER, 202, "polls");
        assertThat(joined()).containsExactly("rests;nanosleep", "works", "rests;nanosleep", "polls;poll");
        assertThat(origins.lost()).isEqualTo(1);
    }

    @Test
    void anExactTimeIsThatOfItsSample() {
        tell(THREAD, 100, 0, 1, false);
        tell(THREAD, 200, 0, 2, false);
        sample(THREAD, 201, "rests");
        sample(THREAD, 100, "rests");
        assertThat(joined()).containsExactly("rests", "rests;nanosleep");
        assertThat(origins.lost()).isEqualTo(1);
    }

    @Test
    void whatWasToldWhenTheThreadHadGoneOnHasNoCaller() {
        tell(THREAD, 100, 10, 1, true);
        tell(THREAD, 200, 10, 0, true);
        sample(THREAD, 105, "polls");
        sample(THREAD, 205, "polls");
        assertThat(joined()).containsExactly("[caller not known];nanosleep", "[caller not known]");
    }

    /** Recordings of earlier versions tell of no bounds: it is the thread's first one after the time. */
    @Test
    void withoutBoundsItIsTheNextSample() {
        told.addTid(THREAD).addTime(100).addStack(1).addWaitedNs(1_000);
        sample(THREAD, 99, "works");
        sample(THREAD, 4_000, "rests");
        assertThat(joined()).containsExactly("works", "rests;nanosleep");
    }
}
