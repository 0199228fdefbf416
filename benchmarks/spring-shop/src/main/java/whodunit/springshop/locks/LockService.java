// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.locks;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;

/** Routes that share a lock, and routes that share nothing. Arguments: port, and that of who answers them. */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class LockService {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(LockService.class);
        application.setDefaultProperties(Map.of("server.port", arguments[0], "server.address", "127.0.0.1",
                "locks.answerer", arguments[1], "spring.main.banner-mode", "off"));
        application.run();
    }
}
