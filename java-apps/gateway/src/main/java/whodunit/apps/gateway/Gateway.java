// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.gateway;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import whodunit.apps.Work;

/** Routes of Spring Cloud Gateway to the service behind it. System properties: port, next (its URL). */
@SpringBootApplication
public class Gateway {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Gateway.class);
        application
                .setDefaultProperties(Map.of("server.port", System.getProperty("port"), "server.address", "127.0.0.1",
                        "spring.main.banner-mode", "off"));
        application.run(arguments);
    }

    private static long inOwners() {
        return Work.burn();
    }

    private static long inHeader() {
        return Work.burn();
    }

    private static long afterAnswer() {
        return Work.burn();
    }

    /** The second has the first one's path, which matches it, and another method; the last takes what both refuse. */
    @Bean
    RouteLocator routes(RouteLocatorBuilder builder) {
        String next = System.getProperty("next");
        GatewayFilter owners = (exchange, chain) -> {
            inOwners();
            return chain.filter(exchange).then(Mono.fromRunnable(Gateway::afterAnswer));
        };
        GatewayFilter header = (exchange, chain) -> {
            inHeader();
            return chain.filter(exchange);
        };
        return builder.routes()
                .route("posted", r -> r.path("/owners/{number}").and().method("POST").uri(next))
                .route("owners",
                        r -> r.path("/owners/{id}").and().method("GET").filters(f -> f.filter(owners)).uri(next))
                .route("by-header", r -> r.path("/x/{y}").negate().and().header("X-Shop")
                        .filters(f -> f.setPath("/owners/1").filter(header)).uri(next))
                .route("deleted", r -> r.method("DELETE").uri(next))
                .build();
    }
}
