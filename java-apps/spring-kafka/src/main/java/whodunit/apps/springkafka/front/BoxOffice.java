// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.springkafka.front;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** The front end. */
@RestController
public class BoxOffice {
    private final RestClient sales = RestClient.create(System.getProperty("next", ""));

    @PostMapping("/concerts/{id}")
    String concert(@PathVariable("id") int id) {
        return sell("concert");
    }

    @PostMapping("/films/{id}")
    String film(@PathVariable("id") int id) {
        return sell("film");
    }

    private String sell(String what) {
        return sales.post().uri("/sales/{what}", what).retrieve().body(String.class);
    }
}
