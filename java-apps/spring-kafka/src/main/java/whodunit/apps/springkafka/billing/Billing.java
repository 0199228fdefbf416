// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.springkafka.billing;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.http.ResponseEntity;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Handles what was sold: one by one, in batches of records or of their values, and whole batches at once. */
@RestController
public class Billing {
    private final AtomicInteger handled = new AtomicInteger();

    /** 200 when so many sales were handled, each of them in four ways. */
    @GetMapping("/handled/{sales}")
    ResponseEntity<String> handled(@PathVariable("sales") int sales) {
        return ResponseEntity.status(handled.get() == sales ? 200 : 202).body("handled");
    }

    @KafkaListener(topics = "singles", groupId = "billing-singles")
    void single(String what) {
        Database.bill(what);
        handled.incrementAndGet();
    }

    @KafkaListener(topics = "records", groupId = "billing-records", batch = "true")
    void records(List<ConsumerRecord<String, String>> sales) {
        for (ConsumerRecord<String, String> sale : sales)
            Database.bill(sale.value());
        handled.addAndGet(sales.size());
    }

    @KafkaListener(topics = "values", groupId = "billing-values", batch = "true")
    void values(List<String> sales) {
        sales.forEach(Database::bill);
        handled.addAndGet(sales.size());
    }

    @KafkaListener(topics = "sums", groupId = "billing-sums", batch = "true")
    void sums(List<String> sales) {
        Database.sum(sales.size());
        handled.addAndGet(sales.size());
    }
}
