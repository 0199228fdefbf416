// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HotFunctionTest {
    private final TwoTierRecording tiers = new TwoTierRecording();

    private HotFunction hot() {
        return HotFunction.of(Profile.stitch(List.of(tiers.web, tiers.db)), "Best", "db").orElse(null);
    }

    @Test
    void theInnermostThroughWhichNearlyAllGoes() {
        assertThat(hot()).isEqualTo(new HotFunction("filesort", 100));
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "other"), 40);
        assertThat(hot()).as("filesort has 60 of 100 only").isEqualTo(new HotFunction("handle_query", 100));
    }

    /** The best that can be said is where most of it goes. */
    @Test
    void whereTheWorkIsSpreadTheLargestPart() {
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "do_command", "dispatch_command(THD*, char)", "send"), 60);
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "do_command", "[missed tick]"), 30);
        assertThat(hot()).as("60 of 150 each").isEqualTo(new HotFunction("send", 40));
    }

    @Test
    void aDispatcherIsNamedForItsOwnWorkOnly() {
        for (int i = 0; i < 4; i++)
            tiers.db.add(new RecordedProcess.Label.Of(10), TwoTierRecording.nativeStack("start_thread", "main",
                    "event_base_loop", "event_process_active_single_queue", "handler_" + i), 100);
        assertThat(hot()).as("five of 60 to 100 in 460").isNull();
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "main", "event_base_loop"), 920);
        assertThat(hot()).isEqualTo(new HotFunction("event_base_loop", 100 * 920 / 1380.0));
    }

    /** Debian's glibc has several symbols for it. */
    @Test
    void whereAProgramBeginsIsNoFunctionUnderAnyName() {
        TwoTierRecording own = new TwoTierRecording();
        for (int i = 0; i < 8; i++)
            own.db.add(new RecordedProcess.Label.Of(10),
                    TwoTierRecording.nativeStack("__libc_start_main_alias_2", "main", "work_" + i), 60);
        assertThat(HotFunction.of(Profile.stitch(List.of(own.web, own.db)), "Best", "db")).isEmpty();
    }

    /** A server without symbols has no other names near a thread's beginning. */
    @Test
    void whatIsAroundAThreadsFunctionIsNone() {
        TwoTierRecording own = new TwoTierRecording();
        own.db.add(new RecordedProcess.Label.Of(10), TwoTierRecording.nativeStack("start_thread",
                "thread_start_wrapper", "execute_native_thread_routine", "mariadbd+0x10", "send"), 20);
        own.db.add(new RecordedProcess.Label.Of(10), TwoTierRecording.nativeStack("start_thread",
                "thread_start_wrapper", "execute_native_thread_routine", "mariadbd+0x10", "mariadbd+0x20"), 280);
        assertThat(HotFunction.of(Profile.stitch(List.of(own.web, own.db)), "Best", "db")).isEmpty();
    }

    @Test
    void aModuleIsNoFunction() {
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "filesort", "/usr/sbin/mariadbd"), 400);
        assertThat(hot()).isEqualTo(new HotFunction("filesort", 100));
    }

    @Test
    void aTypeWithoutSamplesHasNone() {
        assertThat(HotFunction.of(Profile.stitch(List.of(tiers.web)), "Nobody", "web")).isEmpty();
    }
}
