// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/** Where sales go: into the database, or, with a broker, into the topic from which billing takes them. */
@Component
class Sales {
    private final Products products;
    private final KafkaTemplate<String, String> topics;
    private final boolean toTopic;

    Sales(Products products, KafkaTemplate<String, String> topics, @Value("${shop.broker:}") String broker) {
        this.products = products;
        this.topics = topics;
        toTopic = !broker.isEmpty();
    }

    void add(Sale sale) {
        if (toTopic)
            topics.send(Sale.TOPIC, sale.text()).join();
        else
            products.add(sale);
    }
}
