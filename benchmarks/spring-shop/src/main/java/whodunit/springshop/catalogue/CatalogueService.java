// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.catalogue;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service behind the shop, which has the database. Arguments: port, JDBC URL. */
@SpringBootApplication
public class CatalogueService {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(CatalogueService.class);
        application.setDefaultProperties(Map.of("server.port", arguments[0], "server.address", "127.0.0.1",
                "spring.datasource.url", arguments[1], "spring.main.banner-mode", "off"));
        application.run();
    }
}
