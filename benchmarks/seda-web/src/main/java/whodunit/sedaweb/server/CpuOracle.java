// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.server;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.NoSuchStageException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.lib.aSocket.ATcpWriteRequest;

/**
 * Knows what the profile should say: sits in front of a stage as its batch sorter, hands it one event at a time, and
 * counts the CPU time of the thread that handles it by the path of the request, as the server itself knows it.
 */
final class CpuOracle implements BatchSorterIF {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Map<String, LongAdder> NANOS = new ConcurrentSkipListMap<>();

    private String stage;
    private SourceIF source;

    /** Puts one in front of a stage. */
    static void watch(ManagerIF manager, String stage) throws NoSuchStageException {
        StageWrapperIF wrapper = manager.getStage(stage).getWrapper();
        CpuOracle oracle = new CpuOracle();
        oracle.init(wrapper, manager);
        wrapper.setBatchSorter(oracle);
    }

    /** One line for each stage and path: stage, path, CPU nanoseconds, between tabs. */
    static void write(java.nio.file.Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        NANOS.forEach((key, nanos) -> lines.add(key + "\t" + nanos.sum()));
        Files.write(file, lines);
    }

    @Override
    public void init(StageWrapperIF wrapper, ManagerIF manager) {
        stage = wrapper.getStage().getName();
        source = wrapper.getSource();
    }

    @Override
    public BatchDescrIF nextBatch(int timeoutMillis) {
        QueueElementIF event = source.blocking_dequeue(timeoutMillis);
        return event == null ? null
                : new One(event, NANOS.computeIfAbsent(stage + "\t" + pathOf(event), k -> new LongAdder()));
    }

    private static String pathOf(QueueElementIF event) {
        return event instanceof ATcpWriteRequest write ? String.valueOf(write.conn.userTag) : "any";
    }

    private static final class One implements BatchDescrIF {
        private final QueueElementIF event;
        private final LongAdder nanos;
        private long begin;

        One(QueueElementIF event, LongAdder nanos) {
            this.event = event;
            this.nanos = nanos;
        }

        @Override
        public QueueElementIF[] getBatch() {
            begin = THREADS.getCurrentThreadCpuTime();
            return new QueueElementIF[] {event};
        }

        @Override
        public void batchDone() {
            nanos.add(THREADS.getCurrentThreadCpuTime() - begin);
        }
    }
}
