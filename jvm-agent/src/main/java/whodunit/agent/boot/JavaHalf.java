package whodunit.agent.boot;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** What the native half calls (jvm-agent/native/weave.c). Whatever fails here, the application runs on. */
final class JavaHalf {
    private static final AtomicBoolean TOLD = new AtomicBoolean();
    private static volatile ClassWeaver weaver;

    private JavaHalf() {}

    /**
     * Loads the weaver.
     *
     * @param jar whodunit-agent.jar
     */
    static void start(String jar) {
        try {
            if (Native.crosstalk())
                Parking.prepare();
            URLClassLoader loader = new URLClassLoader("whodunit", new URL[] {Path.of(jar).toUri().toURL()},
                    ClassLoader.getPlatformClassLoader());
            weaver = (ClassWeaver) loader.loadClass("whodunit.agent.Weaver").getConstructor().newInstance();
        } catch (Throwable e) {
            failed(jar + " cannot be used", e);
        }
    }

    /** The woven class file, or null if the class stays as it is. */
    static byte[] weave(ClassLoader loader, String name, byte[] original) {
        ClassWeaver w = weaver;
        if (w == null)
            return null;
        try {
            return w.weave(loader, name, original);
        } catch (Throwable e) {
            failed(name.replace('/', '.') + " is not as known", e);
            return null;
        }
    }

    private static void failed(String what, Throwable why) {
        Native.health(Native.WEAVE_FAILED);
        if (TOLD.compareAndSet(false, true))
            System.err.println("whodunit: " + what + ", contexts will not follow it: " + why);
    }
}
