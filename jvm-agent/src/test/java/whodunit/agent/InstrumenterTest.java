// SPDX-License-Identifier: Apache-2.0
package whodunit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import org.junit.jupiter.api.Test;

class InstrumenterTest {
    private static final ClassLoader LOADER = InstrumenterTest.class.getClassLoader();

    /** Other agents add such, whose files no class loader gives out. */
    @Test
    void aSupertypeNeedNotBeFound() {
        TypeDescription missing = new ByteBuddy().makeInterface().name("other.agent.Marker").make()
                .getTypeDescription();
        byte[] original = new ByteBuddy().with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
                .redefine(FutureTask.class).implement(missing).make().getBytes();
        assertThat(new Instrumenter(Instrumentations.all(), ClassFileLocator.ForClassLoader.of(LOADER))
                .instrument(LOADER, "java/util/concurrent/FutureTask", original, false)).isNotEqualTo(original)
                .isNotEmpty();
    }
}
