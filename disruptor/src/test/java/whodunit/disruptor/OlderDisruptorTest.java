// SPDX-License-Identifier: Apache-2.0
package whodunit.disruptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.seda.Contexts;

/** Of LMAX Disruptor 3, as far as a handler's types go: what it is told besides events has interfaces of its own. */
class OlderDisruptorTest {
    @TempDir
    Path directory;

    private void write(String type, String body) throws Exception {
        Path file = directory.resolve("com/lmax/disruptor/" + type + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package com.lmax.disruptor; public " + body);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-cp", directory.toString(),
                file.toString())).isZero();
    }

    private static URL classes(Class<?> of) {
        return of.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void aHandlerIsStillToldAll() throws Exception {
        write("EventHandler",
                "interface EventHandler<E> { void onEvent(E event, long sequence, boolean end) throws Exception; }");
        write("LifecycleAware", "interface LifecycleAware { void onStart(); void onShutdown(); }");
        write("RingBuffer", "class RingBuffer<E> { public int getBufferSize() { return 8; } }");
        for (String arguments : List.of("", "OneArg", "TwoArg", "ThreeArg", "Vararg"))
            write("EventTranslator" + arguments, "interface EventTranslator" + arguments + " {}");
        URL[] path = {directory.toUri().toURL(), classes(RingContexts.class), classes(Contexts.class)};
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Class<?> type = loader.loadClass("com.lmax.disruptor.EventHandler");
            Class<?> told = loader.loadClass("com.lmax.disruptor.LifecycleAware");
            Class<?> ring = loader.loadClass("com.lmax.disruptor.RingBuffer");
            Class<?> contexts = loader.loadClass("whodunit.disruptor.RingContexts");
            Object handler = Proxy.newProxyInstance(loader, new Class<?>[] {type, told}, (p, m, a) -> null);
            Object stage = contexts.getMethod("stage", String.class, type).invoke(
                    contexts.getConstructor(ring).newInstance(ring.getConstructor().newInstance()), "S", handler);
            assertThat(stage).isInstanceOf(told);
        }
    }
}
