// SPDX-License-Identifier: Apache-2.0
package whodunit.agent;

import java.io.File;
import java.io.IOException;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.pool.TypePool;
import whodunit.agent.jdk.NodeWaiter;
import whodunit.agent.jdk.NodeWaiterMapping;
import whodunit.agent.boot.ClassInstrumenter;
import whodunit.agent.instrument.InstrumentedClass;

/** Puts the registered advice into classes. It is inlined, so that they need nothing but the boot class path. */
public final class Instrumenter implements ClassInstrumenter {
    /** Advice has its names from here. */
    private static final String AGENT = "whodunit.agent.";

    private final Instrumentations instrumentations;
    /** Advice is for declared methods: supertypes, whose files may not be there, are not looked at. */
    private final ByteBuddy byteBuddy = new ByteBuddy().with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE);
    private final Advice.WithCustomMapping mapped = Advice.withCustomMapping()
            .bind(new Advice.OffsetMapping.Factory.Simple<>(NodeWaiter.class, new NodeWaiterMapping()));
    /** The boot loader of JDK 17 has classes that agents add, but not their files. */
    private final ClassFileLocator ours;

    /** @param jar with the advice */
    public Instrumenter(File jar) throws IOException {
        this(Instrumentations.wanted(), ClassFileLocator.ForJarFile.of(jar));
    }

    Instrumenter(Instrumentations instrumentations, ClassFileLocator ours) {
        this.instrumentations = instrumentations;
        this.ours = ours;
    }

    @Override
    public String[] filter() {
        return instrumentations.filter();
    }

    @Override
    public byte[] instrument(ClassLoader loader, String name, byte[] original, boolean loaded) {
        List<InstrumentedClass> known = instrumentations.of(name);
        if (known.isEmpty())
            return null;
        String type = name.replace('/', '.');
        // the advice is found in our loader, the types that it names in the instrumented class's
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(type, original), ours, theirs(loader));
        TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
        TypeDescription described = pool.describe(type).resolve();
        DynamicType.Builder<?> builder = byteBuddy.decorate(described, locator);
        boolean any = false;
        for (InstrumentedClass c : known)
            for (InstrumentedClass.Rule rule : c.rules()) {
                if (described.getDeclaredMethods().filter(rule.methods()).isEmpty()) {
                    if (rule.optional())
                        continue;
                    throw new IllegalStateException("no method " + rule.methods());
                }
                any = true;
                TypeDescription advice = pool.describe(AGENT + rule.advice()).resolve();
                builder = builder.visit(mapped.to(advice, locator).on(rule.methods()));
            }
        return any ? builder.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes() : null;
    }

    private static ClassFileLocator theirs(ClassLoader loader) {
        return loader == null ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader);
    }
}
