// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.webfluxtomcat;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import whodunit.apps.Work;

/** Routes of WebFlux behind the one servlet that it has in Tomcat. System property: port. */
@SpringBootApplication
@RestController
public class Shop {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Shop.class);
        application.setDefaultProperties(Map.of("server.port", System.getProperty("port"), "server.address",
                "127.0.0.1", "spring.main.banner-mode", "off"));
        application.run(arguments);
    }

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static long inFunction() {
        return Work.burn();
    }

    @GetMapping("/items/{item}")
    Mono<String> item(@PathVariable("item") String item) {
        return Mono.fromCallable(() -> "item " + item + inHandler());
    }

    @GetMapping("/report/{year}")
    Mono<String> report() {
        return Mono.fromCallable(() -> "report " + inPool()).subscribeOn(Schedulers.boundedElastic());
    }

    @Bean
    RouterFunction<ServerResponse> function() {
        return RouterFunctions.route().GET("/functions/{name}", request -> ServerResponse.ok()
                .body(Mono.fromCallable(() -> "function " + inFunction()), String.class)).build();
    }
}
