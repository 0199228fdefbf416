// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

import seda.sandStorm.api.StageIF;

/** The system, as its libraries see it. */
public interface SystemManagerIF {
    /** The default one. */
    ThreadManagerIF getThreadManager();

    /** Null if there is none of that name. */
    ThreadManagerIF getThreadManager(String name);

    void addThreadManager(String name, ThreadManagerIF threadManager);

    /** Adds a stage that somebody else has wrapped. */
    StageIF createStage(StageWrapperIF wrapper, boolean initialize) throws Exception;
}
