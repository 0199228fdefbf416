// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.load;

import java.util.ArrayList;
import java.util.List;
import whodunit.tpcc.data.Draw;
import whodunit.tpcc.transaction.Transaction;

/** The mix, dealt from a deck that is shuffled anew when it is used up: each 23 transactions have exactly the mix. */
final class Deck {
    private final Draw draw;
    private final List<Transaction.Type> left = new ArrayList<>();

    Deck(Draw draw) {
        this.draw = draw;
    }

    Transaction.Type next() {
        if (left.isEmpty())
            for (Transaction.Type type : Transaction.Type.values())
                for (int card = 0; card < type.cards; card++)
                    left.add(type);
        return left.remove(draw.between(0, left.size() - 1));
    }
}
