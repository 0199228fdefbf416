// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.aggregate.AggregateController;
import org.apache.camel.processor.aggregate.DefaultAggregateController;
import org.greenrobot.eventbus.EventBus;
import org.greenrobot.eventbus.Subscribe;
import org.greenrobot.eventbus.ThreadMode;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.endpoint.PollingConsumer;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.PeriodicTrigger;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link Libraries}, through buses and routes of messages. */
public final class Messages {
    private static final String EXPECTED = "expected";
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final AggregateController GROUPS = new DefaultAggregateController();

    private Messages() {}

    public static void main(String[] args) throws Exception {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
            e.printStackTrace();
            System.exit(1); // the pools' threads are no daemons
        });
        greenrobot();
        camel();
        spring();
        scheduled();
        System.out.println("all checked");
        System.exit(0);
    }

    private static void greenrobot() throws Exception {
        EventBus bus = EventBus.builder().build();
        bus.register(new Subscriber());
        check("greenrobot's EventBus, one after the other", 1, c -> bus.post(new Posted(c)));
        check("greenrobot's EventBus, at once", 1, c -> bus.post(new PostedAtOnce(c)));
    }

    private record Posted(int expected) {}

    private record PostedAtOnce(int expected) {}

    /** Public for the bus. */
    public static final class Subscriber {
        @Subscribe(threadMode = ThreadMode.BACKGROUND)
        public void expects(Posted event) {
            slowly(event.expected).run();
        }

        @Subscribe(threadMode = ThreadMode.ASYNC)
        public void expects(PostedAtOnce event) {
            slowly(event.expected).run();
        }
    }

    private static void camel() throws Exception {
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new Routes());
        bySomebodyElse(() -> {
            camel.start();
            return null;
        });
        ProducerTemplate out = camel.createProducerTemplate();
        check("Camel's throttler", 1, c -> send(out, "throttled", c, NUMBER.incrementAndGet()));
        check("Camel's throttler that puts off", 1, c -> send(out, "putOff", c, NUMBER.incrementAndGet()));
        check("Camel's aggregator, by its timeout", 1, c -> send(out, "timeout", c, NUMBER.incrementAndGet()));
        check("Camel's aggregator, by its interval", 1, c -> send(out, "interval", c, NUMBER.incrementAndGet()));
        check("Camel's aggregator, of one's messages", 1, c -> {
            send(out, "forced", c, 0);
            send(out, "forced", c, 0);
            complete();
        });
        check("Camel's aggregator, of several's", 1, c -> {
            send(out, "forced", c, 0);
            bySomebodyElse(() -> {
                send(out, "forced", Whodunit.current() == c ? c : 0, 0);
                return null;
            });
            complete();
        });
    }

    /** One that a request has started serves everybody. */
    private static void spring() throws Exception {
        QueueChannel queue = new QueueChannel();
        PollingConsumer poller = new PollingConsumer(queue, message -> slowly((Integer) message.getPayload()).run());
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.initialize();
        poller.setTaskScheduler(scheduler);
        poller.setTrigger(new PeriodicTrigger(Duration.ofMillis(2)));
        poller.setMaxMessagesPerPoll(3);
        poller.setTaskExecutor(Executors.newFixedThreadPool(2));
        poller.setBeanFactory(new StaticListableBeanFactory());
        poller.afterPropertiesSet();
        bySomebodyElse(() -> {
            poller.start();
            return null;
        });
        check("Spring Integration's poller", 1, c -> queue.send(new GenericMessage<>(c)));
    }

    /** Methods of an application context that a request has made. */
    private static void scheduled() throws Exception {
        List<AnnotationConfigApplicationContext> made = new ArrayList<>();
        check("Spring's scheduled methods", 1, c -> made.add(new AnnotationConfigApplicationContext(Timed.class)));
        made.forEach(AnnotationConfigApplicationContext::close);
    }

    /** Public for Spring. */
    @EnableScheduling
    public static class Timed {
        private final AtomicBoolean seen = new AtomicBoolean();

        @Scheduled(fixedDelay = 1)
        public void runs() {
            if (!seen.getAndSet(true))
                see(0);
        }
    }

    /** For nobody, as the aggregator's own timers do. */
    private static void complete() {
        int previous = Whodunit.attach(0);
        GROUPS.forceCompletionOfGroup("0");
        Whodunit.detach(previous);
    }

    private static void send(ProducerTemplate out, String route, int expected, int group) {
        out.sendBodyAndHeaders("direct:" + route, "one", Map.of(EXPECTED, expected, "group", group));
    }

    private static final class Routes extends RouteBuilder {
        private static final Processor SEES = Routes::sees;

        private static void sees(Exchange message) {
            see(message.getMessage().getHeader(EXPECTED, Integer.class));
        }

        @Override
        public void configure() {
            from("direct:throttled").throttle(20).timePeriodMillis(20).process(SEES);
            from("direct:putOff").throttle(20).timePeriodMillis(20).asyncDelayed().process(SEES);
            from("direct:timeout").aggregate(header("group"), AggregationStrategies.useLatest())
                    .completionTimeout(20).completionTimeoutCheckerInterval(10).process(SEES);
            from("direct:interval").aggregate(header("group"), AggregationStrategies.useLatest())
                    .completionInterval(20).process(SEES);
            from("direct:forced").aggregate(header("group"), AggregationStrategies.useLatest())
                    .aggregateController(GROUPS).completionSize(1000).process(SEES);
        }
    }
}
