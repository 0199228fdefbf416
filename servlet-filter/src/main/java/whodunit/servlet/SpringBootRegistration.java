// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/**
 * Registers the filter, in front of all others, in an application of Spring Boot, whose container does not look for
 * {@link Initializer}. Only Spring Boot loads this class, by its name.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class SpringBootRegistration {
    @Bean
    FilterRegistrationBean<TransactionFilter> whodunitTransactionFilter() {
        FilterRegistrationBean<TransactionFilter> registration = new FilterRegistrationBean<>(new TransactionFilter());
        registration.setName("whodunit");
        registration.setOrder(Integer.MIN_VALUE);
        registration.setAsyncSupported(true);
        registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        registration.setEnabled(Transactions.AVAILABLE);
        return registration;
    }
}
