// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.rabbit;

import java.util.Map;
import org.apache.qpid.server.SystemLauncher;

/** Qpid's broker, which speaks AMQP 0-9-1 as RabbitMQ does. System property: port. */
public final class Broker {
    private Broker() {}

    public static void main(String[] arguments) throws Exception {
        new SystemLauncher().startup(Map.of("type", "Memory", "initialConfigurationLocation",
                Broker.class.getResource("/broker.json").toExternalForm(), "startupLoggedToSystemOut", "true"));
    }
}
