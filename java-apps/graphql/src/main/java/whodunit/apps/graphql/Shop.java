// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.graphql;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.stereotype.Controller;
import whodunit.apps.Work;

/** Three operations at one endpoint. System property: port. */
@SpringBootApplication
@Controller
public class Shop {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    private static long inItem() {
        return Work.burn();
    }

    private static long inReport() {
        return Work.burn();
    }

    private static long inBuy() {
        return Work.burn();
    }

    @QueryMapping
    public String item(@Argument int id) {
        return "item " + id + inItem();
    }

    @QueryMapping
    public CompletableFuture<String> report() {
        return CompletableFuture.supplyAsync(() -> "report " + inReport(), POOL);
    }

    @MutationMapping
    public String buy(@Argument int id) {
        return "bought " + id + inBuy();
    }

    public static void main(String[] arguments) {
        System.setProperty("server.port", System.getProperty("port"));
        System.setProperty("server.address", "127.0.0.1");
        SpringApplication.run(Shop.class, arguments);
    }
}
