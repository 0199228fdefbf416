// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jms;

import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.broker.BrokerService;

/** ActiveMQ or its successor Artemis, without files. Arguments: "classic" or "artemis". System property: port. */
public final class Broker {
    private Broker() {}

    public static void main(String[] arguments) throws Exception {
        String address = "tcp://127.0.0.1:" + Integer.getInteger("port");
        if (arguments[0].equals("classic")) {
            BrokerService broker = new BrokerService();
            broker.setPersistent(false);
            broker.setUseJmx(false);
            broker.addConnector(address);
            broker.start();
        } else {
            new EmbeddedActiveMQ().setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false)
                    .setSecurityEnabled(false).addAcceptorConfiguration("all", address)).start();
        }
        System.out.println("ready");
        Thread.currentThread().join(); // ActiveMQ's threads keep no JVM
    }
}
