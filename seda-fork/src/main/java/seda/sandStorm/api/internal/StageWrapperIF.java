// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.StageIF;

/** A stage, as the runtime sees it. */
public interface StageWrapperIF {
    StageIF getStage();

    EventHandlerIF getEventHandler();

    SourceIF getSource();

    ThreadManagerIF getThreadManager();

    StageStatsIF getStats();

    /** Null if the stage has none. */
    ResponseTimeControllerIF getResponseTimeController();

    BatchSorterIF getBatchSorter();

    void setBatchSorter(BatchSorterIF sorter);

    /** Initialises the handler, then registers with the thread manager. */
    void init() throws Exception;

    /** Deregisters, then destroys the handler. */
    void destroy() throws Exception;
}
