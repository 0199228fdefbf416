// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;

/** The walk ends where the time was put. */
class DrillTest {
    private static final String KERNEL = "k:";

    /** A profile of stacks, "main;serve;k:futex_wait", with the milliseconds that threads ran there. */
    private static Profile profile(Object... stacks) {
        return profile(SampledTime.CPU, stacks);
    }

    private static Profile profile(SampledTime time, Object... stacks) {
        RecordedProcess p = new RecordedProcess(7, "db", false);
        p.engine = "kernel";
        p.time = time;
        p.intervalNanos = 1_000_000;
        int samplesPerMilli = (int) (1_000_000 / p.countedNanos());
        for (int i = 0; i < stacks.length; i += 2) {
            List<Frame> frames = new ArrayList<>();
            for (String name : ((String) stacks[i]).split(";"))
                frames.add(name.startsWith(KERNEL)
                        ? new Frame(name.substring(KERNEL.length()), Frame.Kind.KERNEL)
                        : new Frame(name, Frame.Kind.NATIVE));
            p.add(new RecordedProcess.Label.Missing("background thread"), frames,
                    (Integer) stacks[i + 1] * samplesPerMilli);
        }
        return Profile.stitch(List.of(p));
    }

    private static Drill walk(double threshold, Profile running, Profile waiting) {
        return Drill.of(CallTree.of("db", running, waiting), threshold);
    }

    private static List<String> names(Drill.End end) {
        return end.step().node().path().stream().map(Frame::name).toList();
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 20, 40})
    void aPlantedFunctionIsFoundAtAnyThreshold(double threshold) {
        Drill walk = walk(threshold, profile("start_thread;serve;parse", 10, "start_thread;serve;sum;add", 85,
                "start_thread;purge", 5), null);
        assertThat(walk.ends.get(0).step().node().frame.name()).isEqualTo("add");
        assertThat(walk.ends.get(0).ending()).isEqualTo(Ending.FUNCTION);
        assertThat(names(walk.ends.get(0))).containsExactly("start_thread", "serve", "sum", "add");
        assertThat(walk.ends).hasSize(threshold == 10 ? 2 : 1);
    }

    @ParameterizedTest
    @CsvSource({"futex_wait_queue, LOCK", "io_schedule, DISK", "tcp_recvmsg_locked, NETWORK", "pipe_read, PIPE",
            "ep_poll, EVENTS", "hrtimer_nanosleep, SLEEP", "do_wait, PROCESS", "some_driver_wait, WAIT"})
    void aWaitIsToldByTheKernelsFunction(String function, Ending ending) {
        Drill walk = walk(20, profile("main;serve", 10),
                profile(SampledTime.WAITING,
                        "main;serve;call;" + KERNEL + "do_syscall_64;" + KERNEL + function + ";" + KERNEL + "schedule",
                        90));
        assertThat(walk.ends).singleElement().satisfies(e -> {
            assertThat(e.step().node().frame.name()).isEqualTo("schedule");
            assertThat(e.ending()).isEqualTo(ending);
            assertThat(e.step().percent()).isEqualTo(90);
        });
        assertThat(walk.sentence()).contains("In db the walk ends in schedule, which " + ending.text() + ": 90.0%");
    }

    /** The stacks of waits of known kinds, as Linux 6.18 has them. */
    @ParameterizedTest
    @CsvSource({"read;k:vfs_read;k:eventfd_read;k:do_wait_intr_irq, WAIT",
            "read;k:vfs_read;k:timerfd_read_iter;k:do_wait_intr_irq, SLEEP",
            "wait4;k:kernel_wait4;k:do_wait, PROCESS", "vfork;k:__do_sys_vfork;k:kernel_clone, PROCESS",
            "semop;k:__do_semtimedop, LOCK", "flock;k:__do_sys_flock;k:locks_lock_inode_wait, LOCK",
            "lockf;k:fcntl_setlk, LOCK", "pread64;k:ext4_file_read_iter;k:iomap_dio_rw;k:__iomap_dio_rw, DISK",
            "getdents64;k:iterate_dir;k:ext4_readdir;k:ext4_bread;k:ext4_read_bh, DISK",
            "write;k:vfs_write;k:ext4_buffered_write_iter;k:rwsem_down_write_slowpath, LOCK",
            "splice;k:do_splice;k:ipipe_prep.part.0;k:pipe_wait_readable, PIPE",
            "open;k:do_dentry_open;k:fifo_open;k:wait_for_partner, PIPE",
            "sync;k:ksys_sync;k:iterate_supers;k:sync_inodes_one_sb;k:wb_wait_for_completion, DISK"})
    void whatAWaitIsForIsNotGuessed(String stack, Ending ending) {
        Drill walk = walk(20, null, profile(SampledTime.WAITING, "main;" + stack, 90));
        assertThat(walk.ends).singleElement().satisfies(e -> assertThat(e.ending()).isEqualTo(ending));
    }

    /** The kernel has a futex for either. */
    @ParameterizedTest
    @CsvSource({"main;pthread_join;k:do_syscall_64;k:__x64_sys_futex;k:futex_do_wait, JOIN",
            "main;__pthread_clockjoin_ex;__futex_abstimed_wait_common64;k:do_syscall_64;k:futex_do_wait, JOIN",
            "main;pthread_join;k:unknown, JOIN", "main;pthread_join;serve;k:do_syscall_64;k:futex_do_wait, LOCK",
            "main;pthread_mutex_lock;k:do_syscall_64;k:futex_do_wait, LOCK",
            "main;pthread_joined;k:futex_do_wait, LOCK"})
    void aThreadThatIsWaitedForIsNoLock(String stack, Ending ending) {
        Drill walk = walk(20, null, profile(SampledTime.WAITING, stack, 90));
        assertThat(walk.ends).singleElement().satisfies(e -> assertThat(e.ending()).isEqualTo(ending));
    }

    /** Without the kernel's names there are those of libraries. */
    @ParameterizedTest
    @CsvSource({"main;tcp_client;pause;k:do_sys_pause;k:schedule, WAIT", "main;futex_wait, LOCK",
            "main;tcp_client;pause, WAIT", "main;clock_nanosleep;k:unknown;k:unknown, SLEEP",
            "main;tcp_client;pause;k:unknown, WAIT"})
    void theProgramsOwnNamesTellNothing(String stack, Ending ending) {
        Drill walk = walk(20, null, profile(SampledTime.WAITING, stack, 90));
        assertThat(walk.ends).singleElement().satisfies(e -> assertThat(e.ending()).isEqualTo(ending));
    }

    /** What is called from there has too small shares to be walked into, but is most of the time. */
    @Test
    void anEndIsWhatItsCallsAre() {
        Drill waits = walk(30,
                profile("main;serve;send;k:tcp_sendmsg", 28, "main;other", 13),
                profile(SampledTime.WAITING, "main;serve;a;fsync;k:do_fsync", 16, "main;serve;b;fsync;k:do_fsync", 16,
                        "main;serve;nanosleep;k:hrtimer_nanosleep", 27));
        assertThat(waits.ends.get(0).step().node().frame.name()).isEqualTo("serve");
        assertThat(waits.ends.get(0).ending()).isEqualTo(Ending.DISK);
        Drill runs = walk(30, profile("main;serve", 1, "main;serve;send;k:tcp_sendmsg", 25,
                "main;serve;open;k:do_sys_open", 25, "main;serve;parse", 20, "main;other", 20), null);
        assertThat(runs.ends.get(0).step().node().frame.name()).isEqualTo("serve");
        assertThat(runs.ends.get(0).ending()).isEqualTo(Ending.KERNEL);
    }

    /** open() creates files under one caller and finds them under the other: the walk must not mix them up. */
    @Test
    void aSharedFunctionDoesNotLeadFromOnePathToTheOther() {
        Drill walk = walk(30, profile("main;store;open;" + KERNEL + "ext4_create", 45, "main;load;open;" + KERNEL
                + "lookup_fast", 40, "main;store;write", 15), null);
        assertThat(walk.ends).extracting(DrillTest::names).containsExactly(
                List.of("main", "store", "open", "ext4_create"), List.of("main", "load", "open", "lookup_fast"));
        assertThat(walk.ends).extracting(Drill.End::ending).containsOnly(Ending.KERNEL);
    }

    /** What the larger branch splits up into has less, each, than what the smaller one ends in. */
    @Test
    void theWalkGoesByTheLargestShareAtEachFunction() {
        Drill walk = walk(10, profile("main;load", 25, "main;store;open;create", 30, "main;store;open;look", 28,
                "main;store;open;close;a", 9, "main;store;open;close;b", 8), null);
        assertThat(walk.ends).extracting(e -> e.step().node().frame.name()).containsExactly("create", "look", "close",
                "load");
        Drill split = walk(10, profile("main;load", 25, "main;store;open;create", 20, "main;store;open;look", 19),
                null);
        assertThat(split.sentence()).startsWith("In db the walk ends in create, ");
    }

    /** No child has its share: the walk stops above them. */
    @Test
    void aFunctionWhoseCallsAreAllSmallIsTheEnd() {
        Drill walk = walk(20, profile("main;flat;a", 19, "main;flat;b", 19, "main;flat;c", 19, "main;flat;d", 19,
                "main;flat;e", 19, "main;flat", 5), null);
        assertThat(walk.ends).singleElement().satisfies(e -> {
            assertThat(e.step().node().frame.name()).isEqualTo("flat");
            assertThat(e.step().selfPercent()).isEqualTo(5);
        });
    }

    @Test
    void anEmptyTierEndsNowhere() {
        assertThat(walk(20, profile(), null).sentence()).isEqualTo("In db no function has 20% of the time.");
    }
}
