// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a process of PostgreSQL waits for, by its call path: all its locks are waits for a latch or a semaphore. Only
 * functions that its stripped program exports are looked for.
 */
final class PostgresWait {
    /** What every wait goes through. */
    private static final Set<String> WAITING = Set.of(
            "WaitEventSetWait", "WaitLatch", "WaitLatchOrSocket", "PGSemaphoreLock", "ProcSleep", "ProcWaitForSignal",
            "LockAcquireExtended", "LockAcquire", "LWLockAcquire", "LWLockAcquireOrWait", "LWLockWaitForVar",
            "ConditionVariableSleep", "ConditionVariableTimedSleep", "XactLockTableWait", "LockTuple",
            "SpeculativeInsertionWait", "LockRelationOid", "LockRelation", "LockRelationIdForSession",
            "LockRelationForExtension", "LockBuffer", "LockBufferForCleanup", "VirtualXactLock", "LockDatabaseObject",
            "LockSharedObject", "WaitForParallelWorkersToFinish", "WaitForParallelWorkersToExit",
            "WaitForParallelWorkersToAttach", "shm_mq_receive", "shm_mq_sendv", "shm_mq_wait_for_attach");

    /** By the innermost of these functions in the path. */
    private static final List<Map.Entry<Set<String>, String>> NAMES = List.of(
            Map.entry(Set.of("pg_advisory_lock_int8", "pg_advisory_lock_shared_int8", "pg_advisory_lock_int4",
                    "pg_advisory_lock_shared_int4", "pg_advisory_xact_lock_int8",
                    "pg_advisory_xact_lock_shared_int8", "pg_advisory_xact_lock_int4",
                    "pg_advisory_xact_lock_shared_int4"), "advisory lock"),
            Map.entry(Set.of("XactLockTableWait", "LockTuple", "SpeculativeInsertionWait", "heap_update",
                    "heap_delete", "heap_lock_tuple"), "row lock"),
            Map.entry(Set.of("LockRelationForExtension"), "lock to extend a table"),
            Map.entry(Set.of("LockRelationOid", "LockRelation", "LockRelationIdForSession"), "table lock"),
            Map.entry(Set.of("VirtualXactLock"), "end of a transaction"),
            Map.entry(Set.of("LockDatabaseObject", "LockSharedObject"), "lock of an object"));

    private PostgresWait() {}

    /** The lock's name, or null if the path is none of PostgreSQL's. */
    static String nameOf(List<Frame> path) {
        if (path.stream().noneMatch(f -> WAITING.contains(f.name())))
            return null;
        if (has(path, Set.of("ProcSleep")))
            return NAMES.stream().filter(e -> has(path, e.getKey())).map(Map.Entry::getValue).findFirst()
                    .orElse("lock");
        if (has(path, Set.of("LockBufferForCleanup")))
            return "buffer pin";
        if (has(path, Set.of("PGSemaphoreLock")))
            return has(path, Set.of("LockBuffer")) ? "buffer lock" : "lightweight lock";
        if (path.stream().anyMatch(f -> f.name().startsWith("shm_mq_") || f.name().startsWith("WaitForParallel")
                || f.name().equals("ExecParallelFinish")))
            return "parallel workers";
        if (has(path, Set.of("secure_read", "secure_write", "pq_getbyte", "pq_getmessage")))
            return "client";
        return has(path, Set.of("ConditionVariableSleep", "ConditionVariableTimedSleep")) ? "condition" : "latch";
    }

    /** How many frames of the path, from its beginning, are not yet the wait itself. */
    static int withoutWaiting(List<Frame> path) {
        for (int i = 0; i < path.size(); i++)
            if (WAITING.contains(path.get(i).name()))
                return i;
        return path.size();
    }

    private static boolean has(List<Frame> path, Set<String> names) {
        return path.stream().anyMatch(f -> names.contains(f.name()));
    }
}
