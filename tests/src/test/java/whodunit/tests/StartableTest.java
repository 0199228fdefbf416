// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What is there and may be executed, but the kernel would not start, is told in one line with its cause and cure. */
class StartableTest {
    private static final String LAUNCHER = Whodunit.HOME.resolve("whodunit").toString();
    private static final String LOADER = "/lib64/ld-linux-x86-64.so.2";

    @TempDir
    Path directory;

    private Path program(byte[] content) throws IOException {
        Path file = Files.write(directory.resolve("program"), content);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private Finished record(Path program) throws Exception {
        return Finished.run(List.of(LAUNCHER, "record", "-o", directory.resolve("rec").toString(), "--",
                program.toString()), directory);
    }

    private void assertTold(Path program, int status, String cause, String cure) throws Exception {
        Finished run = record(program);
        assertThat(run.errors()).hasLineCount(1).startsWith("whodunit record: ").contains("'" + program + "'", cause,
                cure);
        assertThat(run.status()).isEqualTo(status);
        assertThat(directory.resolve("rec")).doesNotExist();
    }

    /** A part of a program: of its header, of what describes its parts, of the first of these. */
    @ParameterizedTest
    @ValueSource(ints = {4, 63, 64, 300, 700})
    void aProgramThatIsCut(int length) throws Exception {
        byte[] whole = Files.readAllBytes(Path.of("/usr/bin/env"));
        assertTold(program(Arrays.copyOf(whole, length)), 126, "is damaged: it ends too early", "install it again");
    }

    @ParameterizedTest
    @CsvSource({"16, 1, is no program, to be linked", "18, 183, is for another processor, this is x86-64"})
    void aFileOfAnotherKind(int at, int value, String cause, String cure) throws Exception {
        byte[] changed = Files.readAllBytes(Path.of("/usr/bin/env"));
        changed[at] = (byte) value;
        assertTold(program(changed), 126, cause, cure);
    }

    @Test
    void aProgramWhoseLoaderIsMissing() throws Exception {
        String bytes = new String(Files.readAllBytes(Path.of("/usr/bin/env")), StandardCharsets.ISO_8859_1);
        assertThat(bytes).contains(LOADER);
        String missing = "/lib64/ld-nowhere-x86-64.so".substring(0, LOADER.length());
        assertTold(program(bytes.replace(LOADER, missing).getBytes(StandardCharsets.ISO_8859_1)), 127,
                "is to be loaded by '" + missing + "', which is not there", "install the C library");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#!/no/such/interpreter\n", "#! \t/no/such/interpreter -x\necho\n",
            "#!/no/such/interpreter"})
    void aScriptWhoseInterpreterIsMissing(String text) throws Exception {
        assertTold(program(text.getBytes(StandardCharsets.UTF_8)), 127,
                "is to be run by '/no/such/interpreter', which is not there", "install it, or name another in front");
    }

    @Test
    void aScriptFromWindows() throws Exception {
        assertTold(program("#!/bin/sh\r\necho hi\r\n".getBytes(StandardCharsets.UTF_8)), 127, "a carriage return",
                "sed -i");
    }

    /** As a shell runs it: what the kernel does not know is a script. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'#!/bin/sh\necho hi\n' | hi", "'#! /usr/bin/env bash\necho hi\n' | hi",
            "'echo hi\n' | hi", "'#!\necho hi\n' | hi"})
    void allThatAShellStartsIsStarted(String text, String said) throws Exception {
        Finished run = record(program(text.getBytes(StandardCharsets.UTF_8))).checked();
        assertThat(run.output().strip()).isEqualTo(said);
        assertThat(run.errors()).isEmpty();
    }
}
