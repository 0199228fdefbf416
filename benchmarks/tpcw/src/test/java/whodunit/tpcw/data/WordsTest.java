// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @ParameterizedTest
    @CsvSource({"0, 1, BA", "7, 1, UL", "7, 3, BABAUL", "1234, 2, OGALRIRE", "98, 4, BABANGIN", "506, 3, SEBAAT"})
    void aNumberIsWrittenDigitByDigit(int number, int digits, String expected) {
        assertThat(Words.syllables(number, digits)).isEqualTo(expected);
    }
}
