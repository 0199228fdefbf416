// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Class loaders of module systems that ask the bootstrap loader only for packages that they are told: JBoss Modules
 * (WildFly), Felix and Equinox (OSGi). Instrumented classes behind them would not find the agent's.
 */
public final class ClosedClassLoaders implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                loader("org.jboss.modules.ConcurrentClassLoader"),
                loader("org.apache.felix.framework.BundleWiringImpl$BundleClassLoader"),
                loader("org.eclipse.osgi.internal.loader.ModuleClassLoader"));
    }

    private static InstrumentedClass loader(String name) {
        return InstrumentedClass.named(name)
                .advise(named("loadClass").and(takesArgument(0, String.class)), "jdk.AgentClassLoads");
    }
}
