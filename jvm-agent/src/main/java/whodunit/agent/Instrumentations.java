// SPDX-License-Identifier: Apache-2.0
package whodunit.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.agent.actors.Actors;
import whodunit.agent.clients.AsynchronousHttpClients;
import whodunit.agent.clients.HttpClients;
import whodunit.agent.clients.NettyHttpClient;
import whodunit.agent.clients.ReactorHttpClient;
import whodunit.agent.coroutines.Clojure;
import whodunit.agent.coroutines.Coroutines;
import whodunit.agent.coroutines.Fibers;
import whodunit.agent.databases.Lettuce;
import whodunit.agent.databases.MariadbConnector;
import whodunit.agent.databases.MysqlConnector;
import whodunit.agent.databases.OtherDrivers;
import whodunit.agent.databases.PostgresDriver;
import whodunit.agent.databases.ReactivePostgresDriver;
import whodunit.agent.handoffs.CamelProcessors;
import whodunit.agent.handoffs.GreenrobotEvents;
import whodunit.agent.handoffs.GuavaFutures;
import whodunit.agent.handoffs.LendingPools;
import whodunit.agent.handoffs.LibraryPools;
import whodunit.agent.handoffs.Log4j;
import whodunit.agent.handoffs.Logback;
import whodunit.agent.handoffs.NettyExecutors;
import whodunit.agent.handoffs.Promises;
import whodunit.agent.handoffs.RabbitConfirms;
import whodunit.agent.handoffs.SpringEndpoints;
import whodunit.agent.handoffs.VertxTasks;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;
import whodunit.agent.jdk.AsynchronousSockets;
import whodunit.agent.jdk.ClosedClassLoaders;
import whodunit.agent.jdk.CompletableFutures;
import whodunit.agent.jdk.ForkJoin;
import whodunit.agent.jdk.LockWaits;
import whodunit.agent.jdk.Queues;
import whodunit.agent.jdk.ThreadPools;
import whodunit.agent.jdk.Threads;
import whodunit.agent.jdk.Timers;
import whodunit.agent.jobs.Jobs;
import whodunit.agent.messaging.Jms;
import whodunit.agent.messaging.Kafka;
import whodunit.agent.messaging.KafkaStreams;
import whodunit.agent.messaging.Rabbit;
import whodunit.agent.reactive.DrainedQueues;
import whodunit.agent.reactive.HotWaiters;
import whodunit.agent.reactive.Mutiny;
import whodunit.agent.reactive.OneResults;
import whodunit.agent.reactive.ReactiveConnections;
import whodunit.agent.reactive.SharedFutures;
import whodunit.agent.routes.Cxf;
import whodunit.agent.routes.Graphql;
import whodunit.agent.routes.JaxRsRoutes;
import whodunit.agent.routes.SpringMvc;
import whodunit.agent.rpc.Grpc;
import whodunit.agent.rpc.RemoteServices;
import whodunit.agent.servers.Http4s;
import whodunit.agent.servers.JettyRequests;
import whodunit.agent.servers.LibertyRequests;
import whodunit.agent.servers.NettyHttpServer;
import whodunit.agent.servers.SpringWebFlux;
import whodunit.agent.servers.StreamServers;
import whodunit.agent.servers.SynchronousServers;
import whodunit.agent.servers.TomcatRequests;
import whodunit.agent.servers.UndertowRequests;
import whodunit.agent.servers.VertxWeb;

/**
 * The one list of what is instrumented. The native half gets its filter from here, so that it asks only for these
 * classes: {@link #filter}.
 */
public final class Instrumentations {
    /** A new one is a line here. */
    private static final List<Instrumentation> ALL = List.of(
            new ClosedClassLoaders(),
            new ThreadPools(),
            new AsynchronousSockets(),
            new ForkJoin(),
            new CompletableFutures(),
            new Queues(),
            new DrainedQueues(),
            new Mutiny(),
            new Threads(),
            new Timers(),
            new LendingPools(),
            new Logback(),
            new Log4j(),
            new NettyExecutors(),
            new LibraryPools(),
            new GuavaFutures(),
            new GreenrobotEvents(),
            new CamelProcessors(),
            new RabbitConfirms(),
            new SpringEndpoints(),
            new SharedFutures(),
            new HotWaiters(),
            new OneResults(),
            new Promises(),
            new VertxTasks(),
            new Coroutines(),
            new Fibers(),
            new Clojure(),
            new Actors(),
            new LockWaits(),
            new MariadbConnector(),
            new MysqlConnector(),
            new PostgresDriver(),
            new ReactivePostgresDriver(),
            new ReactiveConnections(),
            new TomcatRequests(),
            new JettyRequests(),
            new UndertowRequests(),
            new LibertyRequests(),
            new SpringMvc(),
            new Graphql(),
            new JaxRsRoutes(),
            new Cxf(),
            new OtherDrivers(),
            new HttpClients(),
            new AsynchronousHttpClients(),
            new SpringWebFlux(),
            new VertxWeb(),
            new NettyHttpServer(),
            new SynchronousServers(),
            new StreamServers(),
            new Http4s(),
            new NettyHttpClient(),
            new ReactorHttpClient(),
            new Grpc(),
            new RemoteServices(),
            new Lettuce(),
            new Kafka(),
            new KafkaStreams(),
            new Rabbit(),
            new Jms(),
            new Jobs());

    /** By {@link InstrumentedClass#filter}; several may concern one class. */
    private final Map<String, List<InstrumentedClass>> classes = new HashMap<>();

    /** No lambdas here and in the rules: the start of a JVM waits for them to be linked. */
    private Instrumentations(List<Instrumentation> chosen) {
        for (Instrumentation instrumentation : chosen)
            for (InstrumentedClass c : instrumentation.classes())
                add(c);
    }

    private void add(InstrumentedClass c) {
        String filter = c.filter();
        List<InstrumentedClass> known = classes.get(filter);
        if (known == null)
            classes.put(filter, known = new ArrayList<>());
        known.add(c);
    }

    /** Those that this run of the JVM needs. */
    public static Instrumentations wanted() {
        List<Instrumentation> wanted = new ArrayList<>();
        for (Instrumentation instrumentation : ALL)
            if (instrumentation.isWanted())
                wanted.add(instrumentation);
        return new Instrumentations(wanted);
    }

    /** What any run may need. */
    public static Instrumentations all() {
        return new Instrumentations(ALL);
    }

    /** Names of classes with slashes; one that ends in '$' stands for all that begin so. */
    public String[] filter() {
        return classes.keySet().toArray(new String[0]);
    }

    /**
     * What is known of a class.
     *
     * @param name with slashes
     * @return empty if the class stays as it is
     */
    public List<InstrumentedClass> of(String name) {
        List<InstrumentedClass> own = classes.get(name);
        for (int end = name.lastIndexOf('$'); own == null && end > 0; end = name.lastIndexOf('$', end - 1))
            own = allNestedIn(name.substring(0, end + 1));
        return own == null ? List.of() : own;
    }

    /** The name of a Scala object's class ends in '$' as well. */
    private List<InstrumentedClass> allNestedIn(String filter) {
        List<InstrumentedClass> found = classes.get(filter);
        if (found != null)
            for (InstrumentedClass c : found)
                if (c.nested())
                    return found;
        return null;
    }
}
