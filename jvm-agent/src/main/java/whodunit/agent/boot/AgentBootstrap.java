// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.io.File;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the native half calls (jvm-agent/native/instrument.c). Whatever fails here, the application runs on. */
final class AgentBootstrap {
    private static final AtomicBoolean TOLD = new AtomicBoolean();
    private static volatile ClassInstrumenter instrumenter;

    private AgentBootstrap() {}

    /**
     * Loads the instrumenter, by the boot loader: it verifies nothing and needs no Java to read a jar.
     *
     * @param jar whodunit-agent.jar, which is on the boot class path
     * @return {@link ClassInstrumenter#filter}; nothing if it cannot be loaded
     */
    static String[] start(String jar) {
        try {
            if (Native.crosstalk())
                Parking.prepare();
            Native.followSleeps();
            ClassInstrumenter loaded = (ClassInstrumenter) Class.forName("whodunit.agent.Instrumenter", true, null)
                    .getConstructor(File.class).newInstance(new File(jar));
            String[] filter = loaded.filter();
            instrumenter = loaded;
            return filter;
        } catch (Throwable e) {
            failed(jar + " cannot be used", e);
            return new String[0];
        }
    }

    /** What a security manager allows to us, whoever is loading the class. */
    private record Privileged(ClassInstrumenter by, ClassLoader loader, String name, byte[] original, boolean loaded)
            implements
                PrivilegedAction<byte[]> {
        @Override
        public byte[] run() {
            return by.instrument(loader, name, original, loaded);
        }
    }

    /** See {@link ClassInstrumenter#instrument}. */
    @SuppressWarnings("removal") // JDK 17 has security managers
    static byte[] instrument(ClassLoader loader, String name, byte[] original, boolean loaded) {
        ClassInstrumenter i = instrumenter;
        if (i == null)
            return null;
        try {
            return AccessController.doPrivileged(new Privileged(i, loader, name, original, loaded));
        } catch (Throwable e) {
            failed(name.replace('/', '.') + " is not as known", e);
            return null;
        }
    }

    private static void failed(String what, Throwable why) {
        Native.health(Native.INSTRUMENT_FAILED);
        if (TOLD.compareAndSet(false, true))
            System.err.println("whodunit: " + what + ", contexts will not follow it: " + why);
    }
}
