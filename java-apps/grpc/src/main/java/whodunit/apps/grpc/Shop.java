// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import whodunit.agent.api.Whodunit;
import whodunit.apps.Work;

/**
 * A service with two methods that burn one and three units in the database, and its clients. Arguments: "server", port,
 * JDBC URL; or "client", port, requests of each kind, whether they are transactions, and the header traceparent that
 * they have; or "observer", port, requests of each kind, which are all made before the service's name is resolved.
 */
public final class Shop {
    private static final int UNIT = 50_000;
    private static final MethodDescriptor<String, String> SMALL = method("Small"), BIG = method("Big");

    private Shop() {}

    /** Strings as they are. */
    private static final class Text implements MethodDescriptor.Marshaller<String> {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static MethodDescriptor<String, String> method(String name) {
        return MethodDescriptor.<String, String>newBuilder().setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName("acme.Shop/" + name).setRequestMarshaller(new Text())
                .setResponseMarshaller(new Text()).build();
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("server"))
            serve(port, arguments[2]);
        else if (arguments[0].equals("observer"))
            observe(port, Integer.parseInt(arguments[2]));
        else
            call(port, Integer.parseInt(arguments[2]), Boolean.parseBoolean(arguments[3]), arguments[4]);
    }

    private static void serve(int port, String url) throws Exception {
        ServerServiceDefinition service = ServerServiceDefinition.builder("acme.Shop")
                .addMethod(SMALL, handler(url, 1)).addMethod(BIG, handler(url, 3)).build();
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", port)).addService(service).build().start()
                .awaitTermination();
    }

    private static io.grpc.ServerCallHandler<String, String> handler(String url, int units) {
        return ServerCalls.asyncUnaryCall((request, answer) -> {
            try (Connection c = DriverManager.getConnection(url); Statement s = c.createStatement();
                    ResultSet r = s.executeQuery("SELECT BENCHMARK(" + units * UNIT + ", MD5('x'))")) {
                answer.onNext("burnt");
                answer.onCompleted();
            } catch (SQLException e) {
                answer.onError(e);
            }
        });
    }

    private static void call(int port, int requests, boolean transactions, String traceparent) {
        Metadata headers = new Metadata();
        headers.put(Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER), traceparent);
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        Channel traced = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
        for (int i = 0; i < requests; i++) {
            ask(traced, SMALL, transactions, "small order");
            ask(traced, BIG, transactions, "big order");
        }
        channel.shutdownNow();
    }

    private static void ask(Channel channel, MethodDescriptor<String, String> method, boolean transactions,
            String type) {
        int before = transactions ? Whodunit.begin(type) : 0;
        ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT.withWaitForReady(), "please");
        if (transactions)
            Whodunit.end(before);
    }

    private static void observe(int port, int requests) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(2 * requests), answered = new CountDownLatch(2 * requests);
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext()
                .offloadExecutor(resolution -> new Thread(() -> {
                    await(asked);
                    resolution.run();
                }).start()).build();
        for (int i = 0; i < requests; i++) {
            send(channel, SMALL, "small order", asked, new Observer(Shop::smallCame, answered));
            send(channel, BIG, "big order", asked, new Observer(Shop::bigCame, answered));
        }
        answered.await();
        channel.shutdownNow();
    }

    private static void send(Channel channel, MethodDescriptor<String, String> method, String type,
            CountDownLatch asked, Observer observer) {
        int before = Whodunit.begin(type);
        ClientCalls.asyncUnaryCall(channel.newCall(method, CallOptions.DEFAULT.withWaitForReady()), "please", observer);
        Whodunit.end(before);
        asked.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long smallCame() {
        return Work.burn();
    }

    private static long bigCame() {
        return Work.burn();
    }

    /** Works when the answer comes, and when the call is over. */
    private static final class Observer implements StreamObserver<String> {
        private final LongSupplier came;
        private final CountDownLatch answered;

        Observer(LongSupplier came, CountDownLatch answered) {
            this.came = came;
            this.answered = answered;
        }

        @Override
        public void onNext(String answer) {
            came.getAsLong();
        }

        @Override
        public void onError(Throwable failure) {
            failure.printStackTrace();
            answered.countDown();
        }

        @Override
        public void onCompleted() {
            came.getAsLong();
            answered.countDown();
        }
    }
}
