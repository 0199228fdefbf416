// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jobs;

import java.util.concurrent.CountDownLatch;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import whodunit.apps.Work;

/** Routes of Camel's that timers feed; what one of them passes on to others is still its own. Argument: how often. */
public final class Routes {
    private static CountDownLatch left;

    private Routes() {}

    private static void polled() {
        Work.burn();
        left.countDown();
    }

    private static void swept() {
        Work.burn();
        left.countDown();
    }

    private static void sweptBehind() {
        Work.burn();
        left.countDown();
    }

    private static void polledBehind() {
        Work.burn();
        left.countDown();
    }

    public static void main(String[] arguments) throws Exception {
        int runs = Integer.parseInt(arguments[0]);
        left = new CountDownLatch(5 * runs);
        String often = "?delay=10&period=20&repeatCount=" + runs;
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("timer:poll" + often).routeId("poll").process(message -> polled())
                        .to("disruptor:hear?multipleConsumers=true");
                from("timer:sweep" + often).routeId("sweep").process(message -> swept()).to("seda:behind");
                for (String heard : new String[] {"heard", "heard as well"})
                    from("disruptor:hear?multipleConsumers=true").routeId(heard).process(message -> polledBehind());
                from("seda:behind").routeId("behind").process(message -> sweptBehind());
            }
        });
        camel.start();
        left.await();
        camel.stop();
    }
}
