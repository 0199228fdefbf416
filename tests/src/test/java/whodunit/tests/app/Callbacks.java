// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.AsyncAppenderBase;
import ch.qos.logback.core.ContextBase;
import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.async.AsyncLoggerConfig;
import org.apache.logging.log4j.core.async.AsyncLoggerContextSelector;
import org.apache.logging.log4j.core.config.AppenderRef;
import org.apache.logging.log4j.core.config.DefaultConfiguration;
import org.apache.logging.log4j.core.config.LoggerConfig;

/** Runs in a JVM with the agent: as {@link Shared}, where a library's own threads call back, or do what was asked. */
public final class Callbacks {
    private static final Executor CALLER = Runnable::run;

    private Callbacks() {}

    public static void main(String[] args) throws Exception {
        hazelcast();
        logback();
        log4j();
        log4jsSome();
        caffeine();
        System.out.println("all checked");
        System.exit(0);
    }

    private record Asked(int number, int expected) {}

    /** A key knows who asks for it. */
    private static void caffeine() throws Exception {
        Executor pool = Executors.newFixedThreadPool(2);
        AtomicInteger number = new AtomicInteger();
        LoadingCache<Asked, Integer> cache = Caffeine.newBuilder().executor(pool)
                .removalListener((Asked key, Integer value, RemovalCause cause) -> see(key.expected()))
                .build(Callbacks::loaded);
        check("Caffeine's refreshs", 2, c -> cache.refresh(new Asked(number.incrementAndGet(), c))
                .thenRun(() -> see(c)));
        check("Caffeine's listeners", 1, c -> {
            Asked key = new Asked(number.incrementAndGet(), c);
            cache.put(key, 1);
            cache.invalidate(key);
        });
        AsyncLoadingCache<Asked, Integer> loading = Caffeine.newBuilder().executor(pool)
                .buildAsync(CacheLoader.<Asked, Integer>bulk(Callbacks::allLoaded));
        check("Caffeine's loads", 2,
                c -> loading.get(new Asked(number.incrementAndGet(), c)).thenRun(() -> see(c)));
        check("Caffeine's loads of several", 2, c -> loading
                .getAll(List.of(new Asked(number.incrementAndGet(), c), new Asked(number.incrementAndGet(), c))));
    }

    private static int loaded(Asked key) {
        slowly(key.expected()).run();
        return 1;
    }

    private static Map<Asked, Integer> allLoaded(Set<? extends Asked> keys) {
        Map<Asked, Integer> all = new HashMap<>();
        for (Asked key : keys)
            all.put(key, loaded(key));
        return all;
    }

    private static void hazelcast() throws Exception {
        Config config = new Config();
        config.getJetConfig().setEnabled(false);
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, Integer> map = member.getMap("map");
        check("Hazelcast's futures", 5, c -> {
            CompletionStage<Integer> slow = map.submitToKey(c, (EntryProcessor<Integer, Integer, Integer>) entry -> {
                sleep();
                return c;
            });
            slow.thenAccept(Callbacks::seen);
            slow.thenApplyAsync(x -> x, CALLER).thenRun(() -> see(c));
            slow.whenCompleteAsync((x, e) -> see(c), CALLER);
            slow.handle((x, e) -> x).thenAccept(Callbacks::seen);
            slow.thenCompose(map::getAsync).thenRun(() -> see(c));
        });
        member.shutdown();
    }

    private static void seen(Integer expected) {
        see(expected);
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The worker takes all that is there at once. */
    private static void logback() throws Exception {
        ContextBase context = new ContextBase();
        AppenderBase<int[]> sees = new AppenderBase<>() {
            @Override
            protected void append(int[] expected) {
                sleep();
                see(expected[0]);
            }
        };
        AsyncAppenderBase<int[]> asynchronous = new AsyncAppenderBase<>();
        sees.setContext(context);
        asynchronous.setContext(context);
        asynchronous.addAppender(sees);
        sees.start();
        check("Logback's AsyncAppender, which a request starts", 1, c -> {
            if (!asynchronous.isStarted())
                asynchronous.start();
            asynchronous.doAppend(new int[] {c});
        });
    }

    private static Appender log4jSees() {
        AbstractAppender sees = new AbstractAppender("sees", null, null, false, null) {
            @Override
            public void append(LogEvent event) {
                sleep();
                see(Integer.parseInt(event.getMessage().getFormattedMessage()));
            }
        };
        sees.start();
        return sees;
    }

    /** Its loggers are made where the first one is asked for. */
    private static void log4j() throws Exception {
        System.setProperty("log4j2.contextSelector", AsyncLoggerContextSelector.class.getName());
        System.setProperty("log4j2.level", "INFO");
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        Appender sees = log4jSees();
        LoggerConfig root = context.getConfiguration().getRootLogger();
        root.getAppenders().keySet().forEach(root::removeAppender);
        root.addAppender(sees, null, null);
        context.updateLoggers();
        check("Log4j's asynchronous logger", 1, c -> context.getLogger("log").info("{}", c));
    }

    /** Some loggers are asynchronous; their thread is started by whoever is the first to log. */
    private static void log4jsSome() throws Exception {
        DefaultConfiguration configuration = new DefaultConfiguration();
        LoggerConfig some = AsyncLoggerConfig.newAsyncBuilder().setLoggerName("some").setAdditivity(false)
                .setLevel(Level.INFO).setConfig(configuration).setRefs(new AppenderRef[0]).build();
        some.addAppender(log4jSees(), null, null);
        configuration.addLogger("some", some);
        LoggerContext context = new LoggerContext("some");
        context.start(configuration);
        check("an asynchronous logger of Log4j's among others", 1, c -> context.getLogger("some").info("{}", c));
    }
}
