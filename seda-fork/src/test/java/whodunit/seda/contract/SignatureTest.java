// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import seda.sandStorm.api.QueueIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.main.SandstormConfig;

/** The drop-in has what api.txt has: every public type, every public and protected member. */
class SignatureTest {
    private static final ApiText API = ApiText.read();

    @TestFactory
    Stream<DynamicTest> everyTypeIsAsTheContractHasIt() {
        return API.types.stream().map(t -> DynamicTest.dynamicTest(t.name(),
                () -> assertThat(Jar.differences(t, Jar.load(t.name(), SignatureTest.class))).isEmpty()));
    }

    @Test
    void theContractIsWhole() {
        Map<String, List<Integer>> read = API.types.stream().collect(Collectors.groupingBy(TypeDecl::packageName,
                Collectors.teeing(Collectors.counting(),
                        Collectors.flatMapping(t -> t.members().stream(),
                                Collectors.partitioningBy(MemberDecl::isField, Collectors.counting())),
                        (types, members) -> List.of(types.intValue(), members.get(false).intValue(),
                                members.get(true).intValue()))));
        assertThat(read).isEqualTo(API.counts);
    }

    @Test
    void nothingElseIsPublicThere() throws Exception {
        Set<String> known = API.types.stream().map(TypeDecl::name).collect(Collectors.toCollection(TreeSet::new));
        Set<String> more = new TreeSet<>();
        for (String name : classes())
            if (!known.contains(name)
                    && java.lang.reflect.Modifier.isPublic(Jar.load(name, SignatureTest.class).getModifiers()))
                more.add(name);
        assertThat(more).isEmpty();
    }

    private static List<String> classes() throws URISyntaxException {
        File root = new File(FiniteQueue.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<java.nio.file.Path> files = java.nio.file.Files.walk(root.toPath().resolve("seda"))) {
            return files.map(f -> root.toPath().relativize(f).toString()).filter(f -> f.endsWith(".class"))
                    .map(f -> f.substring(0, f.length() - ".class".length()).replace('/', '.')).toList();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void defaultsAreThoseOfTheContract() {
        SandstormConfig config = new SandstormConfig();
        API.defaults.forEach((key, value) -> assertThat(config.getString(key)).as(key).isEqualTo(value));
        assertThat(SandstormConfig.defaults).hasSize(2 * API.defaults.size());
    }

    /** The comparison itself: it must see what is wrong. */
    @Test
    void aDifferenceIsFound() {
        TypeDecl queue = API.types.stream().filter(t -> t.name().equals("seda.sandStorm.core.FiniteQueue")).findAny()
                .orElseThrow();
        assertThat(Jar.differences(queue, FiniteQueue.class)).isEmpty();
        assertThat(Jar.differences(queue, SimpleSink.class)).anyMatch(d -> d.contains("blocking_dequeue"))
                .anyMatch(d -> d.contains("abstract"));
        assertThat(Jar.differences(queue, QueueIF.class)).anyMatch(d -> d.contains("interface"));
        MemberDecl thrower = new MemberDecl(List.of("public"), "void", "close", List.of(),
                List.of("java.io.IOException"));
        assertThat(Jar.differences(new TypeDecl("class", queue.name(), null, List.of(), List.of(thrower)),
                FiniteQueue.class))
                .anyMatch(d -> d.contains("close"));
    }
}
