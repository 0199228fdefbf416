// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.SpringDemo;
import whodunit.tests.run.Whodunit;

/** The shop of two services on Spring Boot: the front end's routes, and nothing else, down to the database. */
class SpringDemoTest {
    private static final List<String> ROUTES = List.of("GET /", "GET /products/{productId}", "GET /search",
            "POST /orders", "GET /customers/{customerId}/orders");
    /** What is served before a route was found for the first time; and what the services did before they served. */
    private static final List<String> OTHERS = List.of("dispatcherServlet",
            "whodunit.springshop.front.FrontEnd.main", "whodunit.springshop.catalogue.CatalogueService.main");

    @TempDir
    private Path directory;

    @Test
    void theDatabasesWorkIsTheFrontEndsRoutes() throws Exception {
        Path recording = SpringDemo.run(directory);
        Report report = new Report(Whodunit.report(recording));
        for (String route : ROUTES)
            assertThat(report.requests(route)).as(route).isPositive();
        for (String type : report.types())
            if (!ROUTES.contains(type)) {
                assertThat(OTHERS).contains(type);
                assertThat(report.requests(type)).as(type).isZero();
            }
        Pattern wholeStack = Pattern.compile("GET /products/\\{productId};\\[front];.*\\.ShopController\\.product;"
                + ".*;\\[catalogue];.*\\.CatalogueController\\.related;.*;\\[mariadb];.*;mysql_execute_command;.*");
        assertThat(Whodunit.stacks(recording, directory)).as("from the front end into the database")
                .anyMatch(wholeStack.asMatchPredicate());
        long all = ROUTES.stream().mapToLong(r -> report.samples(r, "mariadb")).sum();
        assertThat((double) all / report.connectionSamples("mariadb")).as("the database's samples under a route")
                .isGreaterThan(0.9);
    }
}
