// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.front;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;

/** What the shop's visitors see. Arguments: port, URL of the catalogue. */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class FrontEnd {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(FrontEnd.class);
        application.setDefaultProperties(Map.of("server.port", arguments[0], "server.address", "127.0.0.1",
                "shop.catalogue", arguments[1], "spring.main.banner-mode", "off"));
        application.run();
    }
}
