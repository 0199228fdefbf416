// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import whodunit.seda.StageThread;

/** JMH's measuring threads, as stages have them. */
public final class StageThreads extends ThreadPoolExecutor {
    /** Called by JMH. */
    public StageThreads(int threads, String prefix) {
        super(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(),
                work -> new StageThread(work, prefix));
    }
}
