// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.StageNameAlreadyBoundException;
import seda.sandStorm.internal.ConfigData;
import seda.sandStorm.main.SandstormConfig;
import seda.sandStorm.main.stageDescr;

class ConfigTest {
    @TempDir
    Path directory;

    private SandstormConfig read(String text, String... initargs) throws IOException {
        Path file = directory.resolve("test.cfg");
        Files.writeString(file, text);
        return new SandstormConfig(file.toString(), initargs);
    }

    private static stageDescr stage(SandstormConfig config, String name) {
        return Collections.list((java.util.Enumeration<?>) config.getStages()).stream().map(stageDescr.class::cast)
                .filter(s -> s.stageName.equals(name)).findAny().orElseThrow();
    }

    private static final String FILE = """
            # a comment
            <sandstorm>
              <global>
                defaultThreadManager AggTPSTM   # behind
                <initargs>
                  color red
                  shared yes
                </initargs>
                <batchController> minBatch 3 </batchController>
                <profile>
                  filename "with space"
                </profile>
              </global>
              <stages>
                <First>
                  class a.B
                  queueThreshold 500
                  <initargs>
                    color blue
                    list a b  c
                    url http://x/#anchor
                    empty
                  </initargs>
                  <rtController> enable true </rtController>
                </First>
                <Second>
                  class a.C
                </Second>
              </stages>
            </sandstorm>
            """;

    @Test
    void aFileIsRead() throws Exception {
        SandstormConfig config = read(FILE, "shared=command line", "flag");
        assertThat(config.getString("global.defaultThreadManager")).isEqualTo("AggTPSTM");
        assertThat(config.getInt("global.batchController.minBatch")).isEqualTo(3);
        assertThat(config.getString("global.profile.filename")).isEqualTo("with space");
        assertThat(config.getInt("global.threadPool.maxThreads")).as("default").isEqualTo(20);
        assertThat(config.getBoolean("stages.First.rtController.enable")).isTrue();
        assertThat(config.getStringList("stages.First.initargs.list")).containsExactly("a", "b", "c");
        stageDescr first = stage(config, "First");
        assertThat(first.className).isEqualTo("a.B");
        assertThat(first.queueThreshold).isEqualTo(500);
        assertThat(first.initargs).isEqualTo(Map.of("color", "blue", "shared", "command line", "flag", ConfigDataIF.SET,
                "list", "a b  c", "url", "http://x/#anchor", "empty", ""));
        stageDescr second = stage(config, "Second");
        assertThat(second.queueThreshold).isEqualTo(-1);
        assertThat(second.initargs)
                .isEqualTo(Map.of("color", "red", "shared", "command line", "flag", ConfigDataIF.SET));
        assertThat(Collections.list((java.util.Enumeration<?>) config.getKeys("stages"))).asList()
                .containsExactly("First", "Second");
        assertThat(Collections.list((java.util.Enumeration<?>) config.getKeys())).asList().containsExactly("global",
                "stages");
        assertThat(config.getKeys("nothing")).isNull();
    }

    @Test
    void filesInclude() throws Exception {
        Files.createDirectory(directory.resolve("sub"));
        Files.writeString(directory.resolve("sub/stages.cfg"), "<S>\nclass x.Y\n</S>\n");
        SandstormConfig config = read("<sandstorm>\n<stages>\n<!include sub/stages.cfg>\n</stages>\n</sandstorm>\n");
        assertThat(stage(config, "S").className).isEqualTo("x.Y");
    }

    @Test
    void mistakesAreToldByFileAndLine() {
        assertWrong("<sandstorm>\n</global>\n", "test.cfg:2", "</global> closes <sandstorm>");
        assertWrong("</x>", "test.cfg:1", "closes nothing");
        assertWrong("<global>\n", "test.cfg:1", "<global> is outside of <sandstorm>");
        assertWrong("key value\n", "test.cfg:1", "outside");
        assertWrong("<sandstorm>\n<global\n", "test.cfg:2", "'>' is missing");
        assertWrong("<sandstorm>\n<global>\n</global>\n", "test.cfg", "<sandstorm> is not closed");
        assertWrong("<sandstorm>\n<!include none.cfg>\n", "test.cfg:2", "there is no file none.cfg");
        assertWrong("<sandstorm>\n<!include test.cfg>\n", "include each other");
        assertWrong("<sandstorm>\n<!frobnicate x>\n", "test.cfg:2", "unknown directive");
        assertThatThrownBy(() -> new SandstormConfig(directory.resolve("none").toString()))
                .hasMessageContaining("no configuration file");
        assertThatThrownBy(() -> read("<sandstorm><stages><S> queueThreshold 5 </S></stages></sandstorm>").getStages())
                .hasMessageContaining("stage S has no class");
    }

    private void assertWrong(String text, String... told) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e.getMessage()).contains(told));
    }

    @Test
    void valuesOfEachType() {
        SandstormConfig config = new SandstormConfig();
        config.putInt("a.i", 7);
        config.putDouble("a.d", 0.5);
        config.putBoolean("a.b", true);
        config.puttStringList("a.l", new String[] {"x", "y"});
        assertThat(config.getInt("a.i")).isEqualTo(7);
        assertThat(config.getDouble("a.d")).isEqualTo(0.5);
        assertThat(config.getBoolean("a.b")).isTrue();
        assertThat(config.getStringList("a.l")).containsExactly("x", "y");
        assertThat(config.getString("a.n")).isNull();
        assertThat(config.getInt("a.n")).isEqualTo(-1);
        assertThat(config.getInt("a.n", 3)).isEqualTo(3);
        assertThat(config.getDouble("a.n")).isEqualTo(-1);
        assertThat(config.getBoolean("a.n")).isFalse();
        assertThat(config.getBoolean("a.n", true)).isTrue();
        assertThat(config.getStringList("a.n")).isNull();
        assertThatThrownBy(() -> config.getInt("a.b")).isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("a.b");
        SandstormConfig copy = config.getCopy();
        copy.putInt("a.i", 8);
        assertThat(config.getInt("a.i")).isEqualTo(7);
    }

    @Test
    void aStageIsAddedOnce() throws Exception {
        SandstormConfig config = new SandstormConfig();
        config.addStage("S", "x.Y", new String[] {"k=v"});
        assertThat(stage(config, "S").initargs).isEqualTo(Map.of("k", "v"));
        assertThatThrownBy(() -> config.addStage("S", "x.Z", null)).isInstanceOf(StageNameAlreadyBoundException.class);
    }

    @Test
    void argumentsOfAStage() throws Exception {
        ConfigData data = new ConfigData(null,
                new String[] {"i=7", "d=0.5", "flag", "t=TRUE", "bad=x", "l=a b", "eq=a=b"});
        assertThat(data.getInt("i")).isEqualTo(7);
        assertThat(data.getDouble("d")).isEqualTo(0.5);
        assertThat(data.getString("flag")).isEqualTo(ConfigDataIF.SET);
        assertThat(data.getBoolean("t")).isTrue();
        assertThat(data.getInt("bad")).isEqualTo(-1);
        assertThat(data.getDouble("bad")).isEqualTo(-1);
        assertThat(data.getInt("none")).isEqualTo(-1);
        assertThat(data.getStringList("l")).containsExactly("a", "b");
        assertThat(data.getString("eq")).isEqualTo("a=b");
        assertThat(data.contains("none")).isFalse();
        data.setInt("i", 8);
        assertThat(data.getInt("i")).isEqualTo(8);
        assertThatThrownBy(() -> new ConfigData(null, new String[] {"=x"})).isInstanceOf(IOException.class);
    }

    /** Of two sections the first would be lost, in part at least. */
    @Test
    void aStageThatIsThereAlreadyIsRefusedWithBothLines() {
        assertThatThrownBy(() -> read("""
                <sandstorm>
                  <stages>
                    <First>
                      class a.B
                    </First>
                    <Other> class a.C </Other>
                    <First>
                      class a.D
                    </First>
                  </stages>
                </sandstorm>
                """)).isInstanceOf(IOException.class).hasMessageContaining("test.cfg:7: ").hasMessageContaining("First")
                .hasMessageContaining("test.cfg:3");
    }

    /** As it may be in an included file. */
    @Test
    void theSectionOfAllStagesMayBeRepeated() throws Exception {
        SandstormConfig config = read("""
                <sandstorm>
                  <stages> <First> class a.B <initargs> First x </initargs> </First> </stages>
                  <stages> <Other> class a.C <initargs> First y </initargs> </Other> </stages>
                </sandstorm>
                """);
        assertThat(stage(config, "First").className).isEqualTo("a.B");
        assertThat(stage(config, "Other").className).isEqualTo("a.C");
    }
}
