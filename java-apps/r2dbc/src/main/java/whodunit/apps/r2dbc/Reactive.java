// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.r2dbc;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Asks a database through its reactive driver. Arguments: R2DBC URL, how often. */
public final class Reactive {
    private Reactive() {}

    public static void main(String[] arguments) {
        String parameter = arguments[0].contains("postgresql") ? "$1" : "?";
        Connection c = Mono.from(ConnectionFactories.get(arguments[0]).create()).block();
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++)
            System.out.println(Flux.from(c.createStatement("SELECT 1 + " + parameter).bind(0, i).execute())
                    .flatMap(result -> result.map((row, metadata) -> row.get(0, Integer.class))).blockFirst());
        Mono.from(c.close()).block();
    }
}
