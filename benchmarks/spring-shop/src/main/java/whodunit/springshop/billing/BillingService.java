// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.billing;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service behind the topic. Arguments: port, JDBC URL, port of the broker. */
@SpringBootApplication
public class BillingService {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(BillingService.class);
        application.setDefaultProperties(Map.of("server.port", arguments[0], "server.address", "127.0.0.1",
                "spring.datasource.url", arguments[1], "spring.kafka.bootstrap-servers", "127.0.0.1:" + arguments[2],
                "spring.kafka.consumer.auto-offset-reset", "earliest", "spring.main.banner-mode", "off"));
        application.run();
    }
}
