// SPDX-License-Identifier: Apache-2.0
package whodunit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.agent.instrument.InstrumentedClass;

/** The list against the classes themselves, those of this JDK and of the libraries on this class path. */
class InstrumentationsTest {
    private static final Instrumentations ALL = Instrumentations.all();

    static Stream<InstrumentedClass> classes() {
        return Stream.of(ALL.filter()).flatMap(name -> ALL.of(name).stream());
    }

    @ParameterizedTest
    @MethodSource("classes")
    void adviceExistsAndMethodsAreThere(InstrumentedClass c) {
        TypePool pool = TypePool.Default.of(ClassFileLocator.ForClassLoader.of(getClass().getClassLoader()));
        TypePool.Resolution found = pool.describe(c.name());
        for (InstrumentedClass.Rule rule : c.rules()) {
            assertThatCode(() -> Class.forName("whodunit.agent." + rule.advice())).doesNotThrowAnyException();
            if (found.isResolved() && !rule.optional() && !c.nested()) {
                TypeDescription type = found.resolve();
                assertThat(type.getDeclaredMethods().filter(rule.methods())).as("%s", rule.methods()).isNotEmpty();
            }
        }
    }

    @Test
    void aClassHasItsOwnEntryOrThatOfTheOneItIsNestedIn() {
        assertThat(ALL.of("java/util/concurrent/CompletableFuture$UniApply")).extracting(InstrumentedClass::nested)
                .containsExactly(true);
        assertThat(ALL.of("java/util/concurrent/CompletableFuture$AsyncRun")).extracting(InstrumentedClass::nested)
                .containsExactly(false);
        assertThat(ALL.of("java/util/concurrent/CompletableFuture$Signaller"))
                .extracting(InstrumentedClass::rules).containsExactly(List.of());
        assertThat(ALL.of("java/util/concurrent/CompletableFuture")).isEmpty();
        assertThat(ALL.of("java/lang/String")).isEmpty();
        assertThat(ALL.of("org/http4s/ember/server/internal/ServerHelpers$")).isNotEmpty();
        assertThat(ALL.of("org/http4s/ember/server/internal/ServerHelpers$$anon$1")).isEmpty();
    }
}
