// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.dubbo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import whodunit.agent.api.Whodunit;
import whodunit.apps.Work;

/**
 * A service of three methods, and a client with a thread for each of them. Arguments: "server", protocol, port; or
 * "client", protocol, port, requests of each kind, whether they are transactions.
 */
public final class Shop implements Orders {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    private Shop() {}

    @Override
    public String small(String what) {
        return what + inSmall();
    }

    @Override
    public String big(String what) {
        return what + inBig();
    }

    @Override
    public CompletableFuture<String> later(String what) {
        return CompletableFuture.supplyAsync(() -> what + inPool(), pool);
    }

    private static long inSmall() {
        return Work.burn();
    }

    private static long inBig() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static String laterCame(String answer) {
        return answer + Work.burn();
    }

    public static void main(String[] arguments) throws InterruptedException {
        String protocol = arguments[1];
        int port = Integer.parseInt(arguments[2]);
        if (arguments[0].equals("server"))
            serve(protocol, port);
        else
            call(protocol + "://127.0.0.1:" + port, Integer.parseInt(arguments[3]),
                    Boolean.parseBoolean(arguments[4]));
    }

    private static DubboBootstrap bootstrap(String name) {
        ApplicationConfig application = new ApplicationConfig(name);
        application.setQosEnable(false);
        return DubboBootstrap.getInstance().application(application);
    }

    private static void serve(String protocol, int port) throws InterruptedException {
        ProtocolConfig on = new ProtocolConfig(protocol, port);
        on.setHost("127.0.0.1");
        ServiceConfig<Orders> service = new ServiceConfig<>();
        service.setInterface(Orders.class);
        service.setRef(new Shop());
        bootstrap("shop").registry(new RegistryConfig("N/A")).protocol(on).service(service).start();
        System.out.println("the shop is open");
        new CountDownLatch(1).await();
    }

    private static void call(String url, int requests, boolean transactions) throws InterruptedException {
        ReferenceConfig<Orders> reference = new ReferenceConfig<>();
        reference.setInterface(Orders.class);
        reference.setUrl(url);
        reference.setTimeout(60_000);
        bootstrap("client").reference(reference).start();
        Orders orders = reference.get();
        Thread[] threads = {
                asks(requests, transactions ? "small order" : null, orders::small),
                asks(requests, transactions ? "big order" : null, orders::big),
                asks(requests, transactions ? "late order" : null,
                        what -> orders.later(what).thenApply(Shop::laterCame).join())};
        for (Thread t : threads)
            t.join();
        System.exit(0); // threads of Dubbo's stay
    }

    private static Thread asks(int requests, String type, UnaryOperator<String> ask) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < requests; i++) {
                int before = type == null ? 0 : Whodunit.begin(type);
                System.out.println(ask.apply("please "));
                if (type != null)
                    Whodunit.end(before);
            }
        });
        thread.start();
        return thread;
    }
}
