// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.main;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.internal.SystemManagerIF;
import seda.sandStorm.internal.sandStormMgr;

/** A running system. To construct one is to start it. */
public class Sandstorm {
    private static volatile Sandstorm latest;

    private final sandStormMgr manager;

    /** Without stages; they can be created. */
    public Sandstorm() throws Exception {
        this(new SandstormConfig());
    }

    /** @param fname a configuration file */
    public Sandstorm(String fname) throws Exception {
        this(new SandstormConfig(fname));
    }

    public Sandstorm(SandstormConfig config) throws Exception {
        manager = new sandStormMgr(config.getCopy());
        latest = this;
        manager.start();
    }

    public ManagerIF getManager() {
        return manager;
    }

    public SystemManagerIF getSystemManager() {
        return manager;
    }

    /** The system that was started last in this JVM, or null. */
    public static Sandstorm getSandstorm() {
        return latest;
    }
}
