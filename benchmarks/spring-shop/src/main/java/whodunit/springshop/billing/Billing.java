// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.billing;

import java.util.concurrent.atomic.AtomicLong;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import whodunit.springshop.catalogue.Sale;

/** Takes each sale from the topic. */
@RestController
class Billing {
    private final Ledger ledger;
    private final AtomicLong handled = new AtomicLong();

    Billing(Ledger ledger) {
        this.ledger = ledger;
    }

    @KafkaListener(topics = Sale.TOPIC, groupId = "billing")
    void sold(String text) {
        Sale sale = Sale.of(text);
        ledger.add(sale);
        ledger.recommend(sale);
        handled.incrementAndGet();
    }

    /** How many sales are done with. */
    @GetMapping("/handled")
    long handled() {
        return handled.get();
    }
}
