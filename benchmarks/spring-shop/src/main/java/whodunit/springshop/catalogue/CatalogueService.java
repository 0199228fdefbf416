// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The service behind the shop, which has the database. Arguments: port, JDBC URL, and the port of a broker if sales go
 * there.
 */
@SpringBootApplication
public class CatalogueService {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(CatalogueService.class);
        Map<String, Object> properties = new HashMap<>(Map.of("server.port", arguments[0], "server.address",
                "127.0.0.1", "spring.datasource.url", arguments[1], "spring.main.banner-mode", "off"));
        if (arguments.length > 2) {
            String broker = "127.0.0.1:" + arguments[2];
            properties.putAll(Map.of("shop.broker", broker, "spring.kafka.bootstrap-servers", broker));
        }
        application.setDefaultProperties(properties);
        application.run();
    }
}
