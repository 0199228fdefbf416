// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawTest {
    private final Draw draw = new Draw(1);

    @Test
    void namesAreTheSpecifications() {
        assertThat(Draw.lastName(0)).isEqualTo("BARBARBAR");
        assertThat(Draw.lastName(371)).isEqualTo("PRICALLYOUGHT");
        assertThat(Draw.lastName(999)).isEqualTo("EINGEINGEING");
    }

    @Test
    void eachNameIsThereInEveryDistrict() {
        assertThat(IntStream.rangeClosed(1, 1000).mapToObj(draw::populatedLastName).distinct().count())
                .isEqualTo(1000);
    }

    /** With a binary or of two numbers, those with many ones come more often. */
    @Test
    void customersAndItemsAreUnevenAndInRange() {
        int[] customers = new int[Draw.CUSTOMERS + 1], items = new int[Draw.ITEMS + 1];
        for (int i = 0; i < 300_000; i++) {
            customers[draw.customer()]++;
            items[draw.item()]++;
        }
        assertThat(customers[0] + items[0]).isZero();
        assertThat(Arrays.stream(customers).max().getAsInt()).isGreaterThan(3 * 300_000 / Draw.CUSTOMERS);
        assertThat(Arrays.stream(items).max().getAsInt()).isGreaterThan(5 * 300_000 / Draw.ITEMS);
    }

    @Test
    void anotherWarehouseIsAnyButThis() {
        assertThat(IntStream.range(0, 1000).map(i -> draw.another(2, 4)).distinct().sorted().boxed())
                .containsExactly(1, 3, 4);
        assertThat(draw.another(1, 1)).isEqualTo(1);
    }

    @Test
    void aPermutationHasEachNumberOnce() {
        assertThat(Arrays.stream(draw.permutation(3000)).sorted().toArray())
                .isEqualTo(IntStream.rangeClosed(1, 3000).toArray());
    }

    @Test
    void oneSeedDrawsTheSame() {
        assertThat(new Draw(7).letters(10, 20)).isEqualTo(new Draw(7).letters(10, 20))
                .isNotEqualTo(new Draw(8).letters(10, 20));
    }
}
