// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import org.springframework.beans.factory.ObjectProvider;
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
    /** Spring Boot ends an application whose filter is there already, as in a container that found the jar itself. */
    @Bean
    FilterRegistrationBean<TransactionFilter> whodunitTransactionFilter(ObjectProvider<ServletContext> application) {
        ServletContext context = application.getIfAvailable();
        boolean isThere = context != null && context.getFilterRegistration(Initializer.FILTER) != null;
        FilterRegistrationBean<TransactionFilter> registration = new FilterRegistrationBean<>(new TransactionFilter());
        registration.setName(Initializer.FILTER);
        registration.setOrder(Integer.MIN_VALUE);
        registration.setAsyncSupported(true);
        registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        registration.setEnabled(Transactions.AVAILABLE && !isThere);
        return registration;
    }
}
