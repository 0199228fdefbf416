// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.internal.sandStormMgr;
import seda.sandStorm.main.Sandstorm;
import seda.sandStorm.main.SandstormConfig;

/** A Sandstorm of a test's own. */
public final class Running implements AutoCloseable {
    public final ManagerIF manager;

    /** @param settings key, value, … */
    public Running(String... settings) throws Exception {
        SandstormConfig config = new SandstormConfig();
        for (int i = 0; i < settings.length; i += 2)
            config.putString(settings[i], settings[i + 1]);
        manager = new Sandstorm(config).getManager();
    }

    @Override
    public void close() {
        ((sandStormMgr) manager).stop();
    }
}
