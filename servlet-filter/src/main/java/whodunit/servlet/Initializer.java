// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import java.util.Set;

/** Registers the filter, in front of all others, in every application of a container that has this jar. */
public final class Initializer implements ServletContainerInitializer {
    /** The filter's name. */
    static final String FILTER = "whodunit";

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        if (!Transactions.AVAILABLE)
            return;
        try {
            FilterRegistration.Dynamic filter = context.addFilter(FILTER, TransactionFilter.class);
            if (filter == null) // the application has registered it itself
                return;
            filter.setAsyncSupported(true);
            filter.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), false, "/*");
        } catch (RuntimeException e) { // the application must start without us
            context.log("whodunit: no filter, so transactions are named by their call path", e);
        }
    }
}
