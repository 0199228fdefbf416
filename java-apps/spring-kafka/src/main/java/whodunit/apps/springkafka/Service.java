// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.springkafka;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import whodunit.apps.springkafka.billing.Billing;
import whodunit.apps.springkafka.front.BoxOffice;
import whodunit.apps.springkafka.sales.Sales;

/**
 * One of three services that sell tickets: the front end asks sales by HTTP, which puts what was sold into topics, from
 * which billing takes it. System properties: service, port, broker (its port), next (URL of sales), db (JDBC URL).
 */
public final class Service {
    private static final Map<String, Class<?>> ALL = Map.of("front", Front.class, "sales", Selling.class, "billing",
            Billed.class);

    private Service() {}

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(ALL.get(System.getProperty("service")));
        Map<String, Object> properties = new HashMap<>(Map.of("server.port", System.getProperty("port"),
                "server.address", "127.0.0.1", "server.tomcat.threads.max", "4", "spring.main.banner-mode", "off",
                "spring.kafka.consumer.auto-offset-reset", "earliest"));
        properties.put("spring.kafka.bootstrap-servers", "127.0.0.1:" + System.getProperty("broker", "1"));
        application.setDefaultProperties(properties);
        application.run(arguments);
    }

    @Configuration
    @EnableAutoConfiguration
    @ComponentScan(basePackageClasses = BoxOffice.class)
    static class Front {}

    @Configuration
    @EnableAutoConfiguration
    @ComponentScan(basePackageClasses = Sales.class)
    static class Selling {}

    @Configuration
    @EnableAutoConfiguration
    @ComponentScan(basePackageClasses = Billing.class)
    static class Billed {}
}
