// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.harness.Checkout;
import whodunit.harness.Results;
import whodunit.lamp.load.Content;
import whodunit.lamp.load.Load;
import whodunit.lamp.load.Route;
import whodunit.lamp.load.Visitors;
import whodunit.lamp.run.Site;
import whodunit.tests.run.Whodunit;

/** WordPress on nginx, php-fpm and MariaDB, none of which knows of us: requests are named, counted and followed. */
class LampTest {
    private static final int POSTS = 200, REQUESTS_EACH = 25;
    /** What a worker does before its first request is a part of so short a run. */
    private static final double LEAST_NAMED = 0.9;

    @TempDir
    private Path directory;

    @Test
    void routesHaveTheCpuAndEveryRequestIsCounted() throws Exception {
        Path recording = Files.createDirectory(directory.resolve("rec"));
        Results sent;
        try (Site site = Site.start(
                new Site.Setup(new Checkout(Whodunit.HOME), POSTS, 4, recording, "ctimer", "4ms", null), false)) {
            sent = new Load(new Visitors(4, 2, 1, 1).make(site.url(), new Content(POSTS), 1), 0).perform(REQUESTS_EACH);
        }
        JsonObject report = Whodunit.report(recording);
        Report found = new Report(report);
        for (Map.Entry<String, Integer> route : sent.counts().entrySet())
            if (route.getValue() > 0)
                assertThat(found.requests(route.getKey())).as("requests of " + route.getKey())
                        .isEqualTo((long) route.getValue());
        for (String tier : List.of("php", "mariadb")) {
            long named = found.types().stream().mapToLong(type -> found.samples(type, tier)).sum();
            assertThat((double) named / samples(report, tier)).as("share of named routes, " + tier + ": "
                    + found.unattributed(tier)).isGreaterThan(LEAST_NAMED);
        }
        assertThat(report.getAsJsonArray("messages").asList().stream().map(JsonElement::getAsJsonObject)
                .filter(m -> m.get("transaction").getAsString().equals(Route.SEARCH.type())
                        && m.get("messages").getAsLong() > 0 && m.get("responses").getAsLong() > 0)
                .map(m -> m.get("from").getAsString() + " -> " + m.get("to").getAsString()))
                .contains("(outside) -> nginx", "nginx -> php", "php -> mariadb");
    }

    /** Of all processes of a tier, without those of housekeeping and of the servers' start. */
    private static long samples(JsonObject report, String tier) {
        long all = 0;
        for (JsonElement p : report.getAsJsonArray("processes"))
            if (p.getAsJsonObject().get("tier").getAsString().equals(tier))
                all += p.getAsJsonObject().get("samples").getAsLong();
        return all - new Report(report).unattributed(tier).getOrDefault("background thread", 0L);
    }
}
