// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;
import whodunit.profile.format.Module;
import whodunit.profile.format.Record;
import whodunit.profile.jfr.JfrFile;

/** Which file the code of a frame is in, as far as the recording tells. */
class ModulesOfFramesTest {
    @TempDir
    private Path directory;

    private static Record module(String path, long start, int... buildId) {
        byte[] id = new byte[buildId.length];
        for (int i = 0; i < id.length; i++)
            id[i] = (byte) buildId[i];
        return Record.newBuilder()
                .setModule(Module.newBuilder().setPath(path).setStart(start).setEnd(start + 100).setOffset(50)
                        .setBuildId(ByteString.copyFrom(id)))
                .build();
    }

    private static Frame frame(String name, String module) {
        return new Frame(name, Frame.Kind.NATIVE, module);
    }

    /** Reads one sample of one process with these modules. */
    private RecordedProcess read(List<Frame> stack, Record... modules) throws IOException {
        try (JfrFile file = new JfrFile(directory.resolve("t-1-0000000000000007-0.jfr"))) {
            file.record(Record.newBuilder().setStage(whodunit.profile.format.Stage.newBuilder().setUid(7).setName("t"))
                    .build());
            file.sample(1, 1000, stack);
            for (Record m : modules)
                file.record(m);
        }
        return RecordingReader.read(List.of(directory), f -> {}).processes().get(0);
    }

    @Test
    void aFrameIsInTheFileThatTheSamplerNames() throws IOException {
        List<Frame> stack = List.of(frame("main", "server"), frame("read", "libc.so.6"),
                frame("/usr/lib/libz.so.1", "libz.so.1"), frame("unknown", ""));
        RecordedProcess t = read(stack, module("/usr/sbin/server", 1000, 0xab, 0x01),
                module("/usr/lib/libc.so.6", 2000));
        List<Frame> read = t.samples.bins().get(0).stack();
        assertThat(read).isEqualTo(stack);
        assertThat(read.stream().map(t::module)).containsExactly(
                new NativeModule("/usr/sbin/server", 1000, 1100, 50, "ab01"),
                new NativeModule("/usr/lib/libc.so.6", 2000, 2100, 50, ""), NativeModule.named("libz.so.1"), null);
    }

    /** The recorder takes them in a function of its own, which is not what ran. */
    @Test
    void aMissedTickIsCalledThat() throws IOException {
        RecordedProcess t = read(
                List.of(frame("do_command", "mariadbd"), frame("cpu_between_ticks", "libwhodunit.so")));
        assertThat(t.samples.bins().get(0).stack()).extracting(Frame::name)
                .containsExactly("do_command", "[missed tick]");
    }

    /** What the recorder's functions are called in which such calls end helps nobody. */
    @Test
    void aCallThatTheRecorderFollowsHasTheCallsName() throws IOException {
        RecordedProcess t = read(List.of(frame("told_tale", "novel"), frame("told_send", "libwhodunit.so"),
                frame("wd_channels_sent", "libwhodunit.so")));
        assertThat(t.samples.bins().get(0).stack()).isEqualTo(List.of(frame("told_tale", "novel"),
                frame("send", "libwhodunit.so"), frame("wd_channels_sent", "libwhodunit.so")));
    }

    @Test
    void ofTwoFilesOfOneNameOnlyTheNameIsTold() throws IOException {
        RecordedProcess t = read(List.of(frame("f", "a.so"), frame("g", "b.so"), frame("h", "c.so")),
                module("/x/a.so", 1000, 1), module("/y/a.so", 2000, 1), module("/x/a.so", 3000, 1),
                module("/x/b.so", 4000, 1), module("/x/b.so", 5000, 2), // changed while the process ran
                module("/x/c.so", 6000, 1), module("/x/c.so", 7000, 1)); // mapped twice
        assertThat(t.samples.bins().get(0).stack().stream().map(t::module)).containsExactly(NativeModule.named("a.so"),
                NativeModule.named("/x/b.so"), new NativeModule("/x/c.so", 6000, 6100, 50, "01"));
    }

    /** Recordings of earlier versions: what the sampler says of libraries, which is no build. */
    @Test
    void withoutModulesThePathIsKnown() throws Exception {
        RecordedProcess t = RecordingReader.read(List.of(RecordingReaderTest.recording()), f -> {}).processes().get(0);
        assertThat(t.samples.bins().stream().flatMap(b -> b.stack().stream()).filter(f -> f.name().equals("burnB"))
                .map(t::module))
                .isNotEmpty().containsOnly(NativeModule.named("/tmp/t"));
    }

    @Test
    void kernelAndJavaFramesAreInNoFileOfTheProcess() {
        RecordedProcess t = new RecordedProcess(7, "t", true);
        assertThat(t.module(new Frame("sys_read", Frame.Kind.KERNEL))).isEqualTo(NativeModule.KERNEL);
        assertThat(t.module(new Frame("shop.Best.page", Frame.Kind.JAVA))).isNull();
    }
}
