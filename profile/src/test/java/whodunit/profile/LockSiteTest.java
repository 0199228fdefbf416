// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Paths as real backends of PostgreSQL 15 recorded them, outermost first. */
class LockSiteTest {
    private static String site(LockWait.Kind kind, String... path) {
        List<Frame> frames = Stream.of(path).map(name -> new Frame(name, Frame.Kind.NATIVE)).toList();
        return LockSite.of(kind, "", frames);
    }

    @Test
    void postgresLocksAreNamedByTheirPaths() {
        assertThat(site(LockWait.Kind.LATCH, "standard_ExecutorRun", "postgres+0x326ce0", "heap_update",
                "XactLockTableWait", "LockAcquireExtended", "postgres+0x45d8a0", "ProcSleep", "WaitLatch",
                "WaitEventSetWait")).isEqualTo("row lock in heap_update < postgres+0x326ce0");
        assertThat(site(LockWait.Kind.LATCH, "table_openrv_extended", "RangeVarGetRelidExtended", "LockRelationOid",
                "LockAcquireExtended", "postgres+0x45d8a0", "ProcSleep", "WaitLatch", "WaitEventSetWait"))
                .isEqualTo("table lock in RangeVarGetRelidExtended < table_openrv_extended");
        assertThat(site(LockWait.Kind.LATCH, "standard_ExecutorRun", "pg_advisory_lock_int8", "LockAcquireExtended",
                "ProcSleep", "WaitLatch", "WaitEventSetWait"))
                .isEqualTo("advisory lock in pg_advisory_lock_int8 < standard_ExecutorRun");
        assertThat(site(LockWait.Kind.LATCH, "vacuum", "heap_vacuum_rel", "LockBufferForCleanup", "ProcWaitForSignal",
                "WaitLatch", "WaitEventSetWait")).isEqualTo("buffer pin in heap_vacuum_rel < vacuum");
        assertThat(site(LockWait.Kind.SEMAPHORE, "CommitTransactionCommand", "XLogFlush", "LWLockAcquireOrWait",
                "PGSemaphoreLock")).isEqualTo("lightweight lock in XLogFlush < CommitTransactionCommand");
    }

    @Test
    void futexesAreNamedByWhoUsesTheLock() {
        assertThat(site(LockWait.Kind.FUTEX, "main", "work", "std::counting_semaphore<8l>::acquire()"))
                .isEqualTo("work < main");
        assertThat(site(LockWait.Kind.FUTEX, "main", "work", "<std::sys::sync::mutex::futex::Mutex>::lock_contended"))
                .isEqualTo("work < main");
        assertThat(site(LockWait.Kind.FUTEX, "main", "work", "<parking_lot::raw_mutex::RawMutex>::lock_slow"))
                .isEqualTo("work < main");
        assertThat(site(LockWait.Kind.FUTEX, "main", "work", "g_mutex_lock", "libglib-2.0.so.0.7400.6+0x9a3d1"))
                .isEqualTo("work < main");
    }

    @Test
    void otherSemaphoresAreNot() {
        assertThat(site(LockWait.Kind.SEMAPHORE, "main", "work", "sem_wait")).isEqualTo("work < main");
    }
}
