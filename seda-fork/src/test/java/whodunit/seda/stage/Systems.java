// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.main.Sandstorm;
import seda.sandStorm.main.SandstormConfig;

/** Systems that a test starts, without sockets; they end with it. */
public final class Systems implements AfterEachCallback {
    private final List<Sandstorm> started = new ArrayList<>();

    /** @param settings key, value, key, value … */
    public ManagerIF start(String... settings) throws Exception {
        return start(config(settings));
    }

    public ManagerIF start(SandstormConfig config) throws Exception {
        Sandstorm sandstorm = new Sandstorm(config);
        started.add(sandstorm);
        return sandstorm.getManager();
    }

    public static SandstormConfig config(String... settings) {
        SandstormConfig config = new SandstormConfig();
        config.putBoolean("global.aSocket.enable", false);
        for (int i = 0; i < settings.length; i += 2)
            config.putString(settings[i], settings[i + 1]);
        return config;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        started.forEach(s -> ((seda.sandStorm.internal.sandStormMgr) s.getManager()).stop());
    }
}
