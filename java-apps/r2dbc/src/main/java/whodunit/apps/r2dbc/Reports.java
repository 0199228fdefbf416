// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.r2dbc;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.Result;
import java.util.Map;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Asks PostgreSQL for each route in another way, through a pool that is smaller than its clients are many. System
 * properties: port, db (R2DBC URL).
 */
@SpringBootApplication
@RestController
public class Reports {
    private final ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration
            .builder(ConnectionFactories.get(System.getProperty("db"))).initialSize(0).maxSize(2).build());

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Reports.class);
        application.setDefaultProperties(Map.of("server.port", System.getProperty("port"), "server.address",
                "127.0.0.1", "spring.main.banner-mode", "off", "spring.r2dbc.url", System.getProperty("db")));
        application.run(arguments);
    }

    private Mono<String> with(Function<Connection, Publisher<?>> work) {
        return Flux.usingWhen(pool.create(), work, Connection::close).count().map(String::valueOf);
    }

    /** Burns as many units as the parameter says. */
    private static String burn(String expression, String count) {
        return "SELECT sum(length((" + expression + ")::text)) FROM generate_series(1, " + count + ") i";
    }

    private static Flux<Object> rows(Publisher<? extends Result> results) {
        return Flux.from(results).concatMap(result -> result.map((row, metadata) -> String.valueOf(row.get(0))));
    }

    private static Flux<Object> named(Connection c, String expression, int n) {
        return rows(c.createStatement(burn(expression, "$1")).bind(0, n).execute());
    }

    @GetMapping("/plain/{id}")
    Mono<String> plain(@PathVariable("id") int id) {
        return with(c -> rows(c.createStatement(burn("md5(repeat(i::text, 200))", "4000")).execute()));
    }

    /** The second statement is asked where the first one's answer arrives. */
    @GetMapping("/chained/{id}")
    Mono<String> chained(@PathVariable("id") int id) {
        return with(c -> named(c, "power(i::numeric, 1.5)", 2000)
                .flatMap(first -> named(c, "power(i::numeric, 1.5)", 4000)));
    }

    @GetMapping("/first/{id}")
    Mono<String> first(@PathVariable("id") int id) {
        return with(c -> named(c, "sqrt(i * 1e60)", 20000));
    }

    @GetMapping("/second/{id}")
    Mono<String> second(@PathVariable("id") int id) {
        return with(c -> named(c, "sqrt(i * 1e60)", 60000));
    }

    @GetMapping("/batch/{id}")
    Mono<String> batch(@PathVariable("id") int id) {
        return with(c -> rows(c.createStatement(burn("log(i::numeric)", "$1")).bind(0, 1000).add().bind(0, 2000).add()
                .bind(0, 3000).execute()));
    }

    /** Rows by the way, so that each piece that is fetched has its work. */
    @GetMapping("/cursor/{id}")
    Mono<String> cursor(@PathVariable("id") int id) {
        return with(c -> Flux.from(c.beginTransaction())
                .thenMany(rows(c.createStatement("SELECT ln(i::numeric) FROM series($1) i").bind(0, 4000)
                        .fetchSize(500).execute()))
                .concatWith(Mono.from(c.commitTransaction())));
    }
}
