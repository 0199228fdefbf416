// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** A stage, as others see it. */
public class Stage implements StageIF {
    private final String name;
    private final StageWrapperIF wrapper;
    private final SinkIF sink;

    /**
     * @param sink the stage's queue; if the graph of stages is profiled, others get a {@link SinkProxy} in front of it
     * @param config of the stage, which is told about it; may be null
     */
    public Stage(String name, StageWrapperIF wrapper, SinkIF sink, ConfigDataIF config) {
        this.name = name;
        this.wrapper = wrapper;
        ManagerIF manager = config == null ? null : config.getManager();
        boolean graph = sink != null && manager != null && manager.getConfig().getBoolean("global.profile.graph");
        this.sink = graph ? new SinkProxy(sink, manager, wrapper) : sink;
        if (config != null)
            config.setStage(this);
    }

    /** A stage that takes no events. */
    public Stage(String name, StageWrapperIF wrapper) {
        this(name, wrapper, null, null);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SinkIF getSink() {
        return sink;
    }

    @Override
    public StageWrapperIF getWrapper() {
        return wrapper;
    }

    /** Stops the stage. What its handler throws is reported. */
    @Override
    public void destroy() {
        try {
            wrapper.destroy();
        } catch (Exception e) {
            System.err.println("Sandstorm: stage " + name + " could not be destroyed properly: " + e);
            e.printStackTrace();
        }
    }

    @Override
    public String toString() {
        return "Stage " + name;
    }
}
