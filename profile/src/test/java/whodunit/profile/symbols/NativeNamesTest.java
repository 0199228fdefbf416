// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;

/** What native functions are called for which nothing is found. */
class NativeNamesTest {
    /** As a name with letters is where the locale has none but ASCII's. */
    @Test
    void aFileThatCannotBeCalledSoHereKeepsItsOffsets() {
        RecordedProcess process = new RecordedProcess(1, "t", false);
        process.modules.put("a\0b.so", new NativeModule("/lib/a\0b.so", 0x1000, 0x2000, 0, "00abcdef"));
        process.add(new RecordedProcess.Label.Missing("none"),
                List.of(new Frame("a\0b.so+0x10", Frame.Kind.NATIVE, "a\0b.so")), 1);
        new NativeNames(List.of(), Map.of(), p -> {}, n -> {}).giveTo(List.of(process));
        assertThat(process.samples.stack(0)).extracting(Frame::name).containsExactly("a\0b.so+0x10");
    }
}
