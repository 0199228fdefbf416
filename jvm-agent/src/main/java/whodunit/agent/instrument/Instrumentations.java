// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one list of what is instrumented. The native half gets its filter from here, so that it asks only for these
 * classes: {@link #filter}.
 */
public final class Instrumentations {
    /** A new one is a line here. */
    private static final List<Instrumentation> ALL = List.of(
            new ClosedClassLoaders(),
            new ThreadPools(),
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
            new SharedFutures(),
            new HotWaiters(),
            new OneResults(),
            new VertxTasks(),
            new Coroutines(),
            new Fibers(),
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
            new Rabbit(),
            new Jms(),
            new Jobs());

    /** By {@link InstrumentedClass#filter}; several may concern one class. */
    private final Map<String, List<InstrumentedClass>> classes = new HashMap<>();

    private Instrumentations(List<Instrumentation> chosen) {
        for (Instrumentation instrumentation : chosen)
            for (InstrumentedClass c : instrumentation.classes())
                classes.computeIfAbsent(c.filter(), name -> new ArrayList<>()).add(c);
    }

    /** Those that this run of the JVM needs. */
    public static Instrumentations wanted() {
        return new Instrumentations(ALL.stream().filter(Instrumentation::isWanted).toList());
    }

    /** What any run may need. */
    public static Instrumentations all() {
        return new Instrumentations(ALL);
    }

    /** Names of classes with slashes; one that ends in '$' stands for all that begin so. */
    public String[] filter() {
        return classes.keySet().toArray(String[]::new);
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
        return found == null || found.stream().noneMatch(InstrumentedClass::nested) ? null : found;
    }
}
