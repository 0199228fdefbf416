// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.springkafka.sales;

import java.util.List;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Puts each sale into a topic for each way of handling it. */
@RestController
public class Sales {
    private static final List<String> TOPICS = List.of("singles", "records", "values", "sums");

    private final KafkaTemplate<String, String> topics;

    Sales(KafkaTemplate<String, String> topics) {
        this.topics = topics;
    }

    @PostMapping("/sales/{what}")
    String sell(@PathVariable("what") String what) {
        TOPICS.forEach(topic -> topics.send(topic, what).join());
        return "sold";
    }
}
