// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

import seda.sandStorm.api.StageIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.internal.sandStormMgr;
import seda.sandStorm.main.SandstormConfig;
import whodunit.seda.stage.Handler;

/** The sink of a stage whose threads are gone. */
class StageQueueTest extends QueueConcurrencyContract {
    @Override
    Ends make() throws Exception {
        return stage("false");
    }

    /** @param graph whether a {@link seda.sandStorm.internal.SinkProxy} stands in front */
    static Ends stage(String graph) throws Exception {
        SandstormConfig config = new SandstormConfig();
        config.putString("global.profile.graph", graph);
        sandStormMgr manager = new sandStormMgr(config);
        StageIF stage = manager.createStage("stage", new Handler(e -> {}), null);
        manager.getThreadManager().deregister(stage.getWrapper());
        return new Ends(stage.getSink(), (FiniteQueue) stage.getWrapper().getSource());
    }
}
