// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Threads that serve everybody, although a request may be the first to need them: the JDK's own (pollers, cleaners,
 * workers of pools), event loops, background threads of drivers, caches, brokers and schedulers.
 */
final class SharedThreads {
    private static final String[] LIBRARIES = {"io.netty.", "io.vertx.", "kotlinx.coroutines.", "org.apache.pekko.",
            "akka.", "scala.concurrent.", "reactor.core.", "com.lmax.disruptor.", "org.apache.tomcat.",
            "org.apache.catalina.", "org.eclipse.jetty.", "io.undertow.", "org.xnio.", "org.jboss.threads.",
            "org.glassfish.grizzly.", "org.apache.kafka.", "io.grpc.", "okhttp3.", "org.apache.http.",
            "org.apache.hc.", "com.zaxxer.hikari.", "com.mchange.", "org.apache.commons.pool2.",
            // databases, caches and search
            "org.mariadb.jdbc.", "com.mysql.", "org.postgresql.", "com.microsoft.sqlserver.", "oracle.jdbc.", "org.h2.",
            "org.hsqldb.", "com.mongodb.", "com.datastax.", "com.couchbase.", "com.aerospike.", "io.lettuce.",
            "redis.clients.", "org.redisson.", "com.hazelcast.", "org.infinispan.", "org.jgroups.",
            "org.apache.ignite.", "org.ehcache.", "org.apache.lucene.", "org.elasticsearch.", "org.opensearch.",
            // brokers, schedulers, fibers, logs
            "com.rabbitmq.", "org.apache.activemq.", "org.apache.pulsar.", "io.nats.", "org.apache.zookeeper.",
            "org.apache.curator.", "org.quartz.", "org.jobrunr.", "com.github.kagkarlsson.", "cats.effect.", "zio.",
            "ch.qos.logback.", "org.apache.logging.log4j."};

    /** An application's in spite of it: tasks that are wrapped up, and stages, which may have a thread of their own. */
    private static final String[] APPLICATIONS = {"com.hazelcast.spi.impl.AbstractInvocationFuture",
            "io.grpc.Context$", "org.jboss.threads.ContextClassLoaderSavingRunnable",
            "org.jboss.threads.EnhancedViewExecutor", "io.vertx.core.impl.ContextImpl$"};

    private SharedThreads() {}

    /** Whether a task is the JDK's own, of those that keep threads, sockets and virtual threads going. */
    static boolean serveFor(Object task) {
        if (task == null || task.getClass().getClassLoader() != null)
            return false;
        String place = task.getClass().getPackageName();
        return place.equals("java.lang") || place.startsWith("sun.") || place.startsWith("jdk.internal.");
    }

    /** Whether a thread is one of those by the class of what it runs. */
    static boolean run(Class<?> code) {
        ClassLoader loader = code.getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader())
            return true;
        return areLibrarys(code.getName());
    }

    /** Whether a task that runs again and again is one of theirs, by its class. Reactor's are who subscribes'. */
    static boolean runPeriodically(Class<?> code) {
        String name = code.getName();
        return areLibrarys(name) && !name.startsWith("reactor.core.");
    }

    /** Whether a task that runs later is one of theirs, by its class; not what a scheduler was given to run. */
    static boolean runOnce(Class<?> code) {
        String name = code.getName();
        return areLibrarys(name) && !name.contains(".actor.Scheduler$");
    }

    private static boolean areLibrarys(String name) {
        return startsWithAny(name, LIBRARIES) && !startsWithAny(name, APPLICATIONS);
    }

    private static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes)
            if (name.startsWith(prefix))
                return true;
        return false;
    }
}
