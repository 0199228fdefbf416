// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.internal.ConfigData;

/** A stage of the socket or disk library: its queue is never full, and threads of its own kind run it. */
public class LibraryStage extends QueuedStage {
    public LibraryStage(String name, EventHandlerIF handler, ManagerIF mgr, ThreadManagerIF threads,
            BatchSorterIF sorter) {
        super(name, handler, new ConfigData(mgr), threads, new FiniteQueue(name));
        setBatchSorter(sorter);
        sorter.init(this, mgr);
    }

    /** Null: what the library does is controlled where its events are handled. */
    @Override
    public ResponseTimeControllerIF getResponseTimeController() {
        return null;
    }
}
