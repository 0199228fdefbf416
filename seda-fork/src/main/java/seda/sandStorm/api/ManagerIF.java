// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** The system, as applications see it. */
public interface ManagerIF {
    /** Name of a stage's only sink. */
    String MAINSINK = "main";

    StageIF getStage(String name) throws NoSuchStageException;

    /**
     * Creates, initialises and starts a stage. If the name is taken, it gets another one that begins with it.
     *
     * @param initargs {@code key=value} each; may be null
     */
    StageIF createStage(String name, EventHandlerIF handler, String[] initargs) throws Exception;

    SignalMgrIF getSignalMgr();

    ProfilerIF getProfiler();

    SandstormConfigIF getConfig();

    /** Stops the stage's threads and calls its handler's {@code destroy}. */
    void destroyStage(String name) throws Exception;
}
