// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.spring;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * A service on Spring Boot, run on several versions of it. System properties: port, db (JDBC URL), next (URL of the
 * service behind this one, may be missing).
 */
@SpringBootApplication
public class Shop {
    public static void main(String[] arguments) throws Exception {
        SpringApplication application = new SpringApplication(Shop.class);
        application
                .setDefaultProperties(Map.of("server.port", System.getProperty("port"), "server.address", "127.0.0.1",
                        "server.tomcat.threads.max", "8", "spring.main.banner-mode", "off"));
        application.run(arguments);
    }
}
