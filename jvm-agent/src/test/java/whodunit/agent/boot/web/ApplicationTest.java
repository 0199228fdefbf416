// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApplicationTest {
    /** The name that a route had first stands for a kept one. */
    @Test
    void keepsSoManyRoutesAndNamesAnyNumber() {
        Application shop = new Application("");
        String kept = shop.routeType("GET /0");
        for (int i = 1; i <= Application.LIMIT; i++)
            shop.routeType("GET /" + i);
        assertThat(shop.routeType(new String("GET /0"))).isSameAs(kept);
        String last = "GET /" + Application.LIMIT;
        assertThat(shop.routeType(new String(last))).startsWith(last).isNotSameAs(shop.routeType(new String(last)));
    }
}
