// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle is the specification's table of how often each interaction occurs in each mix, in percent. */
class MixTest {
    /** Its figures have two decimals. */
    private static final double PERCENT_POINTS = 0.01;

    @ParameterizedTest(name = "{0}: {1}% of the browsing mix, {2}% of the ordering mix")
    @CsvSource({
            "Home, 29.00, 9.12",
            "NewProducts, 11.00, 0.46",
            "BestSellers, 11.00, 0.46",
            "ProductDetail, 21.00, 12.35",
            "SearchRequest, 12.00, 14.53",
            "SearchResult, 11.00, 13.08",
            "ShoppingCart, 2.00, 13.53",
            "CustomerRegistration, 0.82, 12.86",
            "BuyRequest, 0.75, 12.73",
            "BuyConfirm, 0.69, 10.18",
            "OrderInquiry, 0.30, 0.25",
            "OrderDisplay, 0.25, 0.22",
            "AdminRequest, 0.10, 0.12",
            "AdminConfirm, 0.09, 0.11",
    })
    void inTheLongRunAMixIsTheSpecifications(String interaction, double browsing, double ordering) {
        assertThat(percent("browsing", interaction)).isCloseTo(browsing, within(PERCENT_POINTS));
        assertThat(percent("ordering", interaction)).isCloseTo(ordering, within(PERCENT_POINTS));
    }

    @ParameterizedTest(name = "{0}: {1}% of the shopping mix")
    @CsvSource({
            "Home, 16.00",
            "NewProducts, 5.00",
            "BestSellers, 5.00",
            "ProductDetail, 17.00",
            "SearchRequest, 20.00",
            "SearchResult, 17.00",
            "ShoppingCart, 11.60",
            "CustomerRegistration, 3.00",
            "BuyRequest, 2.60",
            "BuyConfirm, 1.20",
            "OrderInquiry, 0.75",
            "OrderDisplay, 0.66",
            "AdminRequest, 0.10",
            "AdminConfirm, 0.09",
    })
    void inTheLongRunTheShoppingMixIsTheSpecifications(String interaction, double shopping) {
        assertThat(percent("shopping", interaction)).isCloseTo(shopping, within(PERCENT_POINTS));
    }

    private static double percent(String mix, String interaction) {
        Mix m = new Mix(mix);
        return 100 * m.stationary()[m.interactions().indexOf(interaction)];
    }

    /** The walk that browsers take is drawn apart from the computed distribution, so the two check each other. */
    @ParameterizedTest
    @ValueSource(strings = {"browsing", "shopping", "ordering"})
    void aLongWalkMeetsInteractionsAsOftenAsComputed(String name) {
        Mix mix = new Mix(name);
        List<String> interactions = mix.interactions();
        Map<String, Integer> met = new HashMap<>();
        Random random = new Random(5);
        int steps = 2_000_000;
        String at = "Home";
        for (int i = 0; i < steps; i++)
            met.merge(at = mix.next(at, random), 1, Integer::sum);
        double[] share = mix.stationary();
        for (int i = 0; i < share.length; i++)
            assertThat(met.get(interactions.get(i)) / (double) steps).as(interactions.get(i)).isCloseTo(share[i],
                    within(0.003));
    }

    @ParameterizedTest
    @ValueSource(strings = {"browsing", "shopping", "ordering"})
    void whatNeedsAStepBeforeItComesOnlyAfterThatStep(String name) {
        Mix mix = new Mix(name);
        Map<String, String> needs = Map.of("BuyConfirm", "BuyRequest", "AdminConfirm", "AdminRequest", "OrderDisplay",
                "OrderInquiry",
                "BuyRequest", "CustomerRegistration", "CustomerRegistration", "ShoppingCart", "SearchResult",
                "SearchRequest");
        Random random = new Random(6);
        String at = "Home";
        for (int i = 0; i < 200_000; i++) {
            String next = mix.next(at, random);
            if (needs.containsKey(next))
                assertThat(at).as("before " + next).isEqualTo(needs.get(next));
            at = next;
        }
    }

    @Test
    void anUnknownMixIsRefusedByName() {
        assertThatThrownBy(() -> new Mix("selling")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'selling'");
    }
}
