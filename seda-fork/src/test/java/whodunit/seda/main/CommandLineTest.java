// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.sandStorm.api.ConfigDataIF;
import whodunit.seda.stage.Event;
import whodunit.seda.stage.Handler;

/** The real command line, in a JVM of its own. */
class CommandLineTest {
    @TempDir
    Path directory;

    private record Finished(int status, String output) {}

    private Finished run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp", System.getProperty("java.class.path"), "seda.sandStorm.main.Main"));
        command.addAll(List.of(arguments));
        Process p = new ProcessBuilder(command).redirectErrorStream(true).directory(directory.toFile()).start();
        p.getOutputStream().close();
        String output = new String(p.getInputStream().readAllBytes());
        return new Finished(p.waitFor(), output);
    }

    /** Says its arguments; then does what it was told. */
    public static class Program extends Handler {
        public Program() {
            super(e -> {
                System.out.println(((Event) e).name());
                throw new IllegalStateException("on purpose");
            });
        }

        @Override
        public void init(ConfigDataIF config) throws Exception {
            System.out.println("greeting " + config.getString("greeting") + ", profiling "
                    + config.getManager().getProfiler().enabled());
            if (config.getBoolean("exit"))
                System.exit(7);
            config.getStage().getSink().enqueue(new Event("handled"));
        }
    }

    private String config(String global) throws IOException {
        Path file = directory.resolve("test.cfg");
        Files.writeString(file,
                "<sandstorm>\n<global>\n" + global
                        + "\n<aSocket>\nenable false\n</aSocket>\n</global>\n<stages>\n<S>\nclass "
                        + Program.class.getName()
                        + "\n<initargs>\ngreeting hello\n</initargs>\n</S>\n</stages>\n</sandstorm>\n");
        return file.toString();
    }

    @Test
    void theFileAndTheArgumentsAreUsed() throws Exception {
        Finished run = run("-profile", config(""), "greeting=good day", "exit=true");
        assertThat(run.output()).contains("greeting good day, profiling true");
        assertThat(run.status()).isEqualTo(7);
    }

    @Test
    void anExceptionEndsTheProgramIfItIsToldTo() throws Exception {
        Finished run = run(config("crashOnException true"));
        assertThat(run.output()).contains("greeting hello, profiling false").contains("handled").contains("on purpose")
                .contains("crashOnException");
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void helpTeachesAndMistakesAreTold() throws Exception {
        assertThat(run("--help").output()).contains("usage:").contains("<stages>");
        assertThat(run("--help").status()).isZero();
        assertThat(run().status()).isEqualTo(2);
        Finished none = run("none.cfg");
        assertThat(none.output()).contains("there is no configuration file none.cfg").doesNotContain("\tat ");
        assertThat(none.status()).isEqualTo(1);
    }
}
