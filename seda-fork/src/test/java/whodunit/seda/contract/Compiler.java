// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** javac, in this process. */
final class Compiler {
    private Compiler() {}

    /**
     * @param sources binary name of a top-level type to its source
     * @param against the whole class path
     */
    static void compile(Map<String, String> sources, Path output, List<Path> against) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((name, text) -> files.add(new SimpleJavaFileObject(
                URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        }));
        StringWriter messages = new StringWriter();
        String path = String.join(java.io.File.pathSeparator, against.stream().map(Path::toString).toList());
        List<String> options = List.of("-d", output.toString(), "-classpath", path, "-proc:none", "-nowarn",
                "--release", "17", "-implicit:none");
        assertThat(javac.getTask(messages, null, null, options, null, files).call()).as(messages.toString()).isTrue();
    }
}
