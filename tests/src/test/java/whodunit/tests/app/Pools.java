// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import static whodunit.tests.app.HandOvers.bySomebodyElse;
import static whodunit.tests.app.HandOvers.check;
import static whodunit.tests.app.HandOvers.see;
import static whodunit.tests.app.HandOvers.slowly;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.SettableFuture;
import com.mongodb.internal.connection.ConcurrentPool;
import com.mongodb.internal.connection.PowerOfTwoBufferPool;
import io.grpc.Context;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.NonStickyEventExecutorGroup;
import io.netty.util.concurrent.UnorderedThreadPoolEventExecutor;
import io.smallrye.faulttolerance.core.Completer;
import io.smallrye.faulttolerance.core.FaultToleranceContext;
import io.smallrye.faulttolerance.core.FaultToleranceStrategy;
import io.smallrye.faulttolerance.core.bulkhead.Bulkhead;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxBuilder;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.tomcat.jdbc.pool.DataSourceProxy;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import org.bson.ByteBuf;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.glassfish.grizzly.threadpool.GrizzlyExecutorService;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jboss.threads.JBossExecutors;
import org.jboss.threads.ViewExecutor;
import org.quartz.simpl.SimpleThreadPool;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.pool.InstrumentedPool;
import reactor.pool.PoolBuilder;
import whodunit.agent.api.Whodunit;

/** Runs in a JVM with the agent: as {@link Libraries}, through pools that have queues of their own. */
public final class Pools {
    private static final ScheduledExecutorService TIMER = Executors.newScheduledThreadPool(1);

    private Pools() {}

    public static void main(String[] args) throws Exception {
        Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> {
            e.printStackTrace();
            System.exit(1); // the pools' threads are no daemons
        });
        jboss();
        bulkhead();
        jetty();
        grizzly();
        netty();
        guava();
        quartz();
        mongo();
        reactor();
        channels();
        evictions();
        cleaning();
        check("a task wrapped by gRPC, again and again", 1, c -> againAndAgain(Context.current().wrap(() -> see(c))));
        check("one wrapped by JBoss", 1,
                c -> againAndAgain(JBossExecutors.classLoaderPreservingTask(() -> see(c))));
        check("a thread that runs one wrapped by gRPC", 1,
                c -> new Thread(Context.current().wrap(() -> see(c))).start());
        check("Reactor's interval", 2,
                c -> Flux.interval(Duration.ofMillis(1)).take(2).subscribe(tick -> see(c)));
        System.out.println("all checked");
        System.exit(0);
    }

    private static void jboss() throws Exception {
        EnhancedQueueExecutor pool = new EnhancedQueueExecutor.Builder().setCorePoolSize(2).setMaximumPoolSize(2)
                .build();
        check("JBoss execute", 1, c -> pool.execute(slowly(c)));
        check("JBoss submit", 1, c -> pool.submit(slowly(c)));
        check("JBoss schedule", 1, c -> pool.schedule(slowly(c), 1, TimeUnit.MILLISECONDS));
        Executor view = ViewExecutor.builder(pool).setMaxSize(1).setQueueLimit(1000).build();
        check("JBoss, a view of a pool", 1, c -> view.execute(slowly(c)));
        Vertx vertx = new VertxBuilder().executorServiceFactory((threads, size, most) -> pool).init().vertx();
        check("JBoss, blocking code of Vert.x's in any order", 1, c -> vertx.executeBlocking(() -> {
            slowly(c).run();
            return c;
        }, false));
        refused();
    }

    /** Whoever leaves it begins what waits. */
    private static void bulkhead() throws Exception {
        FaultToleranceStrategy<Integer> onPool = call -> {
            Completer<Integer> done = Completer.create();
            TIMER.execute(() -> {
                call.call();
                done.complete(1);
            });
            return done.future();
        };
        Bulkhead<Integer> bulkhead = new Bulkhead<>(onPool, "bulkhead", 1, 1000, false);
        check("SmallRye's bulkhead", 1, c -> bulkhead.apply(new FaultToleranceContext<>(() -> {
            slowly(c).run();
            return null;
        }, true)));
    }

    /** The same task again, after a pool has refused it for somebody else. */
    private static void refused() throws Exception {
        EnhancedQueueExecutor shut = new EnhancedQueueExecutor.Builder().build();
        shut.shutdown();
        EnhancedQueueExecutor pool = new EnhancedQueueExecutor.Builder().build();
        BlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
        Runnable task = () -> ran.add(Whodunit.current());
        int first = Whodunit.begin("refused");
        try {
            shut.execute(task);
        } catch (RejectedExecutionException e) { // as it should
        }
        Whodunit.end(first);
        int second = Whodunit.begin("taken"), taken = Whodunit.current();
        pool.execute(task);
        Whodunit.end(second);
        if (!Integer.valueOf(taken).equals(ran.poll(30, TimeUnit.SECONDS)))
            System.out.println("WRONG JBoss, refused before");
    }

    /** Its threads, which the first request starts, take what they run by wait and notify: that is nobody's. */
    private static void quartz() throws Exception {
        SimpleThreadPool pool = new SimpleThreadPool(2, Thread.NORM_PRIORITY);
        int first = Whodunit.begin("the first one");
        pool.initialize();
        Whodunit.end(first);
        check("Quartz", 1, c -> {
            pool.blockForAvailableThreads();
            pool.runInThread(() -> see(0));
        });
    }

    private static void jetty() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 2);
        pool.start();
        check("Jetty execute", 1, c -> pool.execute(slowly(c)));
    }

    private static void grizzly() throws Exception {
        ExecutorService fixed = pool(2, 2), growing = pool(1, 3);
        check("Grizzly execute, fixed", 1, c -> fixed.execute(slowly(c)));
        check("Grizzly execute", 1, c -> growing.execute(slowly(c)));
        check("Grizzly submit", 1, c -> growing.submit(slowly(c)));
    }

    private static ExecutorService pool(int core, int most) {
        return GrizzlyExecutorService
                .createInstance(ThreadPoolConfig.defaultConfig().setCorePoolSize(core).setMaxPoolSize(most));
    }

    private static void netty() throws Exception {
        EventExecutor loose = new NonStickyEventExecutorGroup(new UnorderedThreadPoolEventExecutor(2)).next();
        check("Netty's global executor", 1, c -> GlobalEventExecutor.INSTANCE.execute(slowly(c)));
        check("Netty, not sticky", 1, c -> loose.execute(slowly(c)));
    }

    private static void guava() throws Exception {
        check("Guava listener", 1, c -> {
            SettableFuture<Object> future = SettableFuture.create();
            future.addListener(() -> see(c), Runnable::run);
            byNobody(() -> future.set("done"));
        });
        check("Guava callback", 1, c -> {
            SettableFuture<Object> future = SettableFuture.create();
            Futures.addCallback(Futures.transform(future, done -> done, Runnable::run), new Sees(c), Runnable::run);
            byNobody(() -> future.set("done"));
        });
    }

    private static void byNobody(Callable<?> work) throws Exception {
        int previous = Whodunit.attach(0);
        work.call();
        Whodunit.detach(previous);
    }

    private record Sees(int expected) implements FutureCallback<Object> {
        @Override
        public void onSuccess(Object done) {
            see(expected);
        }

        @Override
        public void onFailure(Throwable why) {
            see(-1);
        }
    }

    /** Threads of a request each, which take buffers that others have given back. */
    private static void mongo() throws Exception {
        PowerOfTwoBufferPool buffers = PowerOfTwoBufferPool.DEFAULT;
        ConcurrentPool<Object> connections = new ConcurrentPool<>(9, new ConcurrentPool.ItemFactory<>() {
            @Override
            public Object create() {
                return new Object();
            }

            @Override
            public void close(Object item) {}

            @Override
            public boolean shouldPrune(Object item) {
                return false;
            }
        });
        check("MongoDB's pools", 1, c -> {
            Thread request = new Thread(() -> {
                List<ByteBuf> taken = List.of(buffers.getBuffer(500), buffers.getBuffer(500));
                List<Object> connected = List.of(connections.get(), connections.get());
                see(c);
                taken.forEach(ByteBuf::release);
                connected.forEach(connections::release);
            });
            request.start();
            request.join();
        });
    }

    /** Who gives back what others wait for goes on for itself, and so do those. */
    private static void reactor() throws Exception {
        InstrumentedPool<String> lent = PoolBuilder.from(Mono.just("one")).sizeBetween(0, 1).buildPool();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        check("Reactor's pool", 4, c -> threads.execute(() -> {
            lent.acquire().subscribe(one -> {
                see(c);
                threads.execute(() -> {
                    slowly(c).run();
                    one.release().subscribe();
                    see(c);
                });
            });
            see(c);
        }));
    }

    /** Threads that wait for all channels of a group, which a request was the first to need. */
    private static void channels() throws Exception {
        Semaphore read = new Semaphore(0);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<AsynchronousSocketChannel> opened = new ArrayList<>();
            bySomebodyElse(() -> opened.add(AsynchronousSocketChannel
                    .open(AsynchronousChannelGroup.withFixedThreadPool(2, Thread::new))));
            AsynchronousSocketChannel channel = opened.get(0);
            Future<Void> connected = channel.connect(server.getLocalSocketAddress());
            try (Socket peer = server.accept()) {
                connected.get();
                check("asynchronous channels", 1, c -> {
                    channel.read(ByteBuffer.allocate(1), c, new Reads(read));
                    peer.getOutputStream().write(1);
                    read.acquire();
                });
            }
        }
    }

    /** What a library does again and again is not the request's that has opened its pool. */
    private static void evictions() throws Exception {
        check("evictions of a pool of Apache's", 1, c -> {
            Runnable seen = once(0);
            GenericObjectPool<Object> pool = new GenericObjectPool<>(new BasePooledObjectFactory<>() {
                @Override
                public Object create() {
                    return new Object();
                }

                @Override
                public PooledObject<Object> wrap(Object one) {
                    return new DefaultPooledObject<>(one);
                }

                @Override
                public boolean validateObject(PooledObject<Object> one) {
                    seen.run();
                    return true;
                }
            });
            pool.setTestWhileIdle(true);
            pool.addObject();
            pool.setDurationBetweenEvictionRuns(Duration.ofMillis(1));
        });
    }

    /** The same by a java.util.Timer. */
    private static void cleaning() throws Exception {
        Connection connection = fake(Connection.class,
                (self, method, args) -> method.getReturnType() == boolean.class ? false : null);
        DataSource connected = fake(DataSource.class, (self, method, args) -> connection);
        List<DataSourceProxy> opened = new ArrayList<>();
        check("cleaning a pool of Tomcat's", 1, c -> {
            Runnable seen = once(0);
            PoolProperties properties = new PoolProperties();
            properties.setDataSource(connected);
            properties.setInitialSize(1);
            properties.setTestWhileIdle(true);
            properties.setValidationInterval(0);
            properties.setTimeBetweenEvictionRunsMillis(1);
            properties.setValidator((one, why) -> {
                seen.run();
                return true;
            });
            DataSourceProxy pool = new DataSourceProxy(properties);
            opened.add(pool);
            pool.createPool();
        });
        opened.forEach(pool -> pool.close(true));
    }

    /** It may run again and again, and is seen but once. */
    private static Runnable once(int expected) {
        AtomicBoolean seen = new AtomicBoolean();
        return () -> {
            if (!seen.getAndSet(true))
                see(expected);
        };
    }

    private static <T> T fake(Class<T> type, InvocationHandler calls) {
        return type.cast(Proxy.newProxyInstance(Pools.class.getClassLoader(), new Class<?>[] {type}, calls));
    }

    private static void againAndAgain(Runnable task) {
        TIMER.scheduleAtFixedRate(task, 0, 1, TimeUnit.HOURS);
    }

    private record Reads(Semaphore done) implements CompletionHandler<Integer, Integer> {
        @Override
        public void completed(Integer length, Integer expected) {
            see(expected);
            done.release();
        }

        @Override
        public void failed(Throwable why, Integer expected) {
            see(-1);
            done.release();
        }
    }
}
