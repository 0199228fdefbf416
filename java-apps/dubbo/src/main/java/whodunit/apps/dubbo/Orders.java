// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.dubbo;

import java.util.concurrent.CompletableFuture;

/** What the service does, a method for each kind of work. */
public interface Orders {
    String small(String what);

    String big(String what);

    CompletableFuture<String> later(String what);
}
