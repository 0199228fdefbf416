// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.webflux;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Passes requests on to the service behind it. System properties: port, next (its URL). */
@SpringBootApplication
@RestController
public class Gateway {
    private final WebClient client = WebClient.create(System.getProperty("next"));

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Gateway.class);
        application
                .setDefaultProperties(Map.of("server.port", System.getProperty("port"), "server.address", "127.0.0.1",
                        "spring.main.banner-mode", "off"));
        application.run(arguments);
    }

    private Mono<String> owner(int number) {
        return client.get().uri("/owners/" + number).header("baggage", "user=alice").retrieve()
                .bodyToMono(String.class);
    }

    @GetMapping("/one/{id}")
    Mono<String> one(@PathVariable("id") int id) {
        return owner(id);
    }

    /** The second call is made where the first one's answer arrives. */
    @GetMapping("/two/{id}")
    Mono<String> two(@PathVariable("id") int id) {
        return owner(id).flatMap(first -> owner(id + 1).map(second -> first + second));
    }

    @Bean
    RouterFunction<ServerResponse> three() {
        return RouterFunctions.route().GET("/three/{id}", request -> ServerResponse.ok()
                .body(owner(1).then(owner(2)).then(owner(3)), String.class)).build();
    }
}
