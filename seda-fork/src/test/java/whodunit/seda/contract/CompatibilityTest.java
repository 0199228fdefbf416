// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications' class files, compiled against nothing but stubs made from api.txt, run on the drop-in. */
class CompatibilityTest {
    @TempDir
    static Path stubs;
    @TempDir
    Path classes;

    @BeforeAll
    static void compileStubs() {
        Compiler.compile(new StubSource(ApiText.read().types).sources(), stubs, List.of());
    }

    /** The application's classes, on the drop-in that this test has; the stubs are nowhere. */
    private URLClassLoader onTheDropIn() throws Exception {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }

    @Test
    void everyPublicMemberLinks() throws Exception {
        List<TypeDecl> types = ApiText.read().types;
        Map<String, String> sources = Links.sources(types,
                types.stream().map(TypeDecl::name).collect(Collectors.toSet()));
        Compiler.compile(sources, classes, List.of(stubs));
        try (URLClassLoader loader = onTheDropIn()) {
            for (String name : sources.keySet())
                loader.loadClass(name).getMethod("link").invoke(null);
        }
    }

    @Test
    void whatDoesNotLinkIsFound() throws Exception {
        TypeDecl more = new TypeDecl("class", "seda.sandStorm.core.NullElement", null,
                List.of("seda.sandStorm.api.QueueElementIF"),
                List.of(new MemberDecl(List.of("public"), "void", "notThere", List.of(), List.of())));
        Path wrong = Files.createDirectory(classes.resolve("wrong"));
        Compiler.compile(Map.of(more.name(), new StubSource(List.of(more)).sources().get(more.name())), wrong,
                List.of(stubs));
        Map<String, String> sources = Links.sources(List.of(more), Set.of());
        Compiler.compile(sources, classes, List.of(wrong, stubs));
        try (URLClassLoader loader = onTheDropIn()) {
            assertThatThrownBy(() -> loader.loadClass("links.L0").getMethod("link").invoke(null))
                    .isInstanceOf(InvocationTargetException.class).hasCauseInstanceOf(NoSuchMethodError.class);
        }
    }

    /** Stages, timers, enqueue_many, prepare and commit, admission, subclasses of internals. */
    @Test
    @Timeout(60)
    void anApplicationRuns() throws Exception {
        Compiler.compile(Map.of("app.Relay", source("/compat/Relay.java")), classes, List.of(stubs));
        assertThat(Files.exists(classes.resolve("seda"))).as("the application's classes only").isFalse();
        try (URLClassLoader loader = onTheDropIn()) {
            Class<?> app = loader.loadClass("app.Relay");
            @SuppressWarnings("unchecked")
            Set<String> done = (Set<String>) app.getMethod("run").invoke(null);
            assertThat(done).containsExactly("admission", "destroyed", "dynamic", "internals", "list", "many",
                    "prepared", "relayed", "signal", "timer");
        }
    }

    private static String source(String resource) throws Exception {
        try (InputStream in = CompatibilityTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
