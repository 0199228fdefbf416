// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FileProblemTest {
    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of(new AccessDeniedException("/rec/a.jfr"),
                        "permission denied; read it as who recorded it, or as root"),
                Arguments.of(new NoSuchFileException("/rec/a.jfr"), "it is not there any more"),
                Arguments.of(new FileSystemException("/rec/a.jfr", null, "Too many open files"),
                        "Too many open files"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void theFileIsNamedOnce(IOException e, String why) {
        assertThat(FileProblem.why(e)).isEqualTo(why);
        assertThat(FileProblem.of(e)).isEqualTo("/rec/a.jfr: " + why);
    }

    @ParameterizedTest
    @MethodSource("problems")
    void whatNamesNoFileIsToldAsItIs(IOException e, String why) {
        assertThat(FileProblem.of(new IOException(why))).isEqualTo(why);
    }
}
