// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.profile.SourceLine;

/** What eu-addr2line 0.188 answered for functions of a C++ program, with and without debug information. */
class FunctionNamesTest {
    private static final List<String> ANSWER = """
            0x0000000000001190
            f<long int>
            long n::f<long>(long)
            /src/cc.cc:2:77
            0x00000000000011a0
            n::S::operator()(int) const
            n::S::operator()(int) const [clone .isra.0]
            /src/dir with: colons/cc.cc:3 (discriminator 2)
            0x00000000000010a0
            _start
            /src/cc.cc:4:43
            0x000000000000113c
            churn+0x3
            ??:0
            0x0000000000001193
            ()+0x1193
            ??:0
            0x0000000000001200
            inner
            outer+0x20
            /src/c.c:7:1
            0x0000000000001300
            ??
            ??:0
            """.lines().toList();

    @Test
    void namesAreSymbolsAndLinesAreThoseOfKnownFunctions() {
        assertThat(FunctionNames.parse(ANSWER)).isEqualTo(Map.of(
                0x1190L, new FunctionNames.Function("long n::f<long>", new SourceLine("/src/cc.cc", 2)),
                0x11a0L,
                new FunctionNames.Function("n::S::operator()", new SourceLine("/src/dir with: colons/cc.cc", 3)),
                0x10a0L, new FunctionNames.Function("_start", null),
                0x1200L, new FunctionNames.Function("inner", new SourceLine("/src/c.c", 7))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "main | main",
            "JOIN::exec(int) const | JOIN::exec",
            "std::map<int, void (*)(int)>::find(int const&) | std::map<int, void (*)(int)>::find",
            "(anonymous namespace)::work(int) | (anonymous namespace)::work",
            "operator<<(std::ostream&, S const&) | operator<<",
            "S::operator->() const | S::operator->",
            "f(std::vector<int>) [clone .cold] | f",
    })
    void parametersAreLeftOutAsTheSamplerDoes(String name, String expected) {
        assertThat(CppName.withoutParameters(name)).isEqualTo(expected);
    }

    @Test
    void onlyWhatARecordingCallsAFunctionOfAStrippedFileIsOne() {
        assertThat(OffsetName.parse("libc.so.6+0x8fdc0")).isEqualTo(new OffsetName("libc.so.6", 0x8fdc0));
        assertThat(OffsetName.parse("a+0x1+0x2")).isEqualTo(new OffsetName("a+0x1", 2));
        for (String other : List.of("main", "/usr/sbin/mariadbd", "+0x10", "a+0x", "a+0xg", "f (a+0x10)",
                "a+0x12345678123456781"))
            assertThat(OffsetName.parse(other)).as(other).isNull();
    }
}
