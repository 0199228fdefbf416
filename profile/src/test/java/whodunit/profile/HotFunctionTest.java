package whodunit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HotFunctionTest {
    private final TwoTierRecording tiers = new TwoTierRecording();

    private HotFunction hot() {
        return HotFunction.of(Profile.stitch(List.of(tiers.web, tiers.db)), "Best", "db").orElse(null);
    }

    @Test
    void theInnermostThroughWhichNearlyAllGoes() {
        assertThat(hot()).isEqualTo(new HotFunction("filesort", 100, null));
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "other"), 40);
        assertThat(hot()).as("filesort has 60 of 100 only").isEqualTo(new HotFunction("handle_query", 100, null));
    }

    @Test
    void aModuleIsNoFunction() {
        tiers.db.add(new RecordedProcess.Label.Of(10),
                TwoTierRecording.nativeStack("start_thread", "handle_query", "filesort", "/usr/sbin/mariadbd"), 400);
        assertThat(hot()).isEqualTo(new HotFunction("filesort", 100, null));
    }

    @Test
    void aTypeWithoutSamplesHasNone() {
        assertThat(HotFunction.of(Profile.stitch(List.of(tiers.web)), "Nobody", "web")).isEmpty();
    }
}
