// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final Verdict verdict = new Verdict();

    private JsonObject json() {
        return JsonParser.parseString(verdict.toJson()).getAsJsonObject();
    }

    @Test
    void eachTruthHasAVerdictOfItsOwn() {
        verdict.add(new Verdict.Row("Heavy", 100, 100, 9, 9, 900, 900));
        verdict.add(new Verdict.Row("Light", 1000, 1000, 0.075, 0.1, 100, 100)); // a quarter cheaper alone
        assertThat(json().get("agrees_alone").getAsBoolean()).isFalse();
        assertThat(json().get("agrees_among_others").getAsBoolean()).isTrue();
        assertThat(verdict.agrees()).isFalse();
        JsonObject light = json().getAsJsonArray("interactions").get(1).getAsJsonObject();
        assertThat(light.get("predicted_pct").getAsDouble()).isBetween(7.69, 7.70);
        assertThat(light.get("among_others_pct").getAsDouble()).isEqualTo(10);
        assertThat(light.get("reported_pct").getAsDouble()).isEqualTo(10);
        assertThat(light.get("reported_ms").getAsDouble()).isEqualTo(0.1);
    }

    @Test
    void theRequestsThatWereReportedCountAsMuchAsThoseAlone() {
        verdict.add(new Verdict.Row("Heavy", 100, 100, 9, 9, 900, 900));
        verdict.add(new Verdict.Row("Light", 1000, 1000, 0.1, 0.075, 100, 100));
        assertThat(json().get("agrees_alone").getAsBoolean()).isTrue();
        assertThat(json().get("agrees_among_others").getAsBoolean()).isFalse();
        assertThat(verdict.agrees()).isFalse();
    }

    @Test
    void aRequestTooManyIsWrongInBoth() {
        verdict.add(new Verdict.Row("Heavy", 100, 101, 9, 9, 900, 900));
        assertThat(json().get("agrees_alone").getAsBoolean()).isFalse();
        assertThat(json().get("agrees_among_others").getAsBoolean()).isFalse();
    }

    @Test
    void aTypeThatTheReportDoesNotKnowIsWrong() {
        verdict.add(new Verdict.Row("Heavy", 100, 100, 9.9, 9.9, 990, 990));
        verdict.add(new Verdict.Row("Light", 100, 0, 0.1, 0.1, 0, 0));
        assertThat(json().get("agrees_among_others").getAsBoolean()).isFalse();
        assertThat(json().getAsJsonArray("interactions").get(1).getAsJsonObject().get("reported_ms").getAsDouble())
                .isZero();
    }

    @Test
    void aDatabaseThatWasNotRecordedIsWrong() {
        verdict.add(new Verdict.Row("Heavy", 100, 100, 9, 9, 0, 0));
        verdict.add(new Verdict.Row("Light", 100, 100, 1, 1, 0, 0));
        assertThat(json().get("agrees_alone").getAsBoolean()).isFalse();
        assertThat(json().get("agrees_among_others").getAsBoolean()).isFalse();
    }

    @Test
    void whatIsSmallMayBeOff() {
        verdict.add(new Verdict.Row("Heavy", 100, 100, 9.9, 9.9, 990, 990));
        verdict.add(new Verdict.Row("Light", 100, 100, 0.1, 0.1, 15, 15));
        assertThat(json().get("agrees").getAsBoolean()).isTrue();
        assertThat(verdict.agrees()).isTrue();
    }
}
