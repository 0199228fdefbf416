// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import whodunit.tpcc.data.Draw;
import whodunit.tpcc.transaction.Transaction.Type;

class DeckTest {
    /** At least 43% payments and 4% of each of the last three (clause 5.2.3). */
    @Test
    void eachDeckHasTheMix() {
        Deck deck = new Deck(new Draw(1));
        for (int round = 0; round < 3; round++) {
            Map<Type, Integer> dealt = new EnumMap<>(Type.class);
            for (int card = 0; card < 23; card++)
                dealt.merge(deck.next(), 1, Integer::sum);
            assertThat(dealt).isEqualTo(Map.of(Type.NEW_ORDER, 10, Type.PAYMENT, 10, Type.ORDER_STATUS, 1,
                    Type.DELIVERY, 1, Type.STOCK_LEVEL, 1));
        }
    }
}
