package whodunit.seda;

import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageStatsIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.internal.ConfigData;
import seda.sandStorm.internal.Stage;
import seda.sandStorm.internal.StageStats;

/** A stage of the socket or disk library: its queue is never full, and threads of its own kind run it. */
public class LibraryStage implements StageWrapperIF {
    private final StageIF stage;
    private final EventHandlerIF handler;
    private final ThreadManagerIF threads;
    private final ConfigData config;
    private final FiniteQueue requests;
    private final StageStatsIF stats;
    private volatile BatchSorterIF sorter;

    public LibraryStage(String name, EventHandlerIF handler, ManagerIF mgr, ThreadManagerIF threads, BatchSorterIF sorter) {
        this.sorter = sorter;
        this.handler = handler;
        this.threads = threads;
        requests = new FiniteQueue(name);
        config = new ConfigData(mgr);
        stage = new Stage(name, this, requests, config);
        stats = new StageStats(this);
        sorter.init(this, mgr);
    }

    @Override
    public StageIF getStage() {
        return stage;
    }

    @Override
    public EventHandlerIF getEventHandler() {
        return handler;
    }

    /** Also the sink of what is asked of the library. */
    @Override
    public FiniteQueue getSource() {
        return requests;
    }

    @Override
    public ThreadManagerIF getThreadManager() {
        return threads;
    }

    @Override
    public StageStatsIF getStats() {
        return stats;
    }

    /** Null: what the library does is controlled where its events are handled. */
    @Override
    public ResponseTimeControllerIF getResponseTimeController() {
        return null;
    }

    @Override
    public BatchSorterIF getBatchSorter() {
        return sorter;
    }

    @Override
    public void setBatchSorter(BatchSorterIF sorter) {
        this.sorter = sorter;
    }

    @Override
    public void init() throws Exception {
        handler.init(config);
        threads.register(this);
    }

    @Override
    public void destroy() throws Exception {
        threads.deregister(this);
        handler.destroy();
    }
}
