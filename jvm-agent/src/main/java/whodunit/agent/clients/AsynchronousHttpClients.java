// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isSynthetic;
import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.ArrayList;
import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Clients whose requests wait until one of few connections is free: it is whoever has used the connection before that
 * sends the next one, for somebody else. What they call back is the sender's.
 */
public final class AsynchronousHttpClients implements Instrumentation {
    private static final String APACHE4 = "org.apache.http.";
    private static final String APACHE5 = "org.apache.hc.";
    private static final String AHC = "org.asynchttpclient.netty.";

    @Override
    public List<InstrumentedClass> classes() {
        List<InstrumentedClass> classes = new ArrayList<>(List.of(
                okHttp("okhttp3.RealCall$AsyncCall"), // before 4.3
                okHttp("okhttp3.internal.connection.RealCall$AsyncCall"),
                apacheFuture(APACHE4 + "concurrent.BasicFuture"),
                apacheFuture(APACHE5 + "core5.concurrent.BasicFuture"),
                InstrumentedClass.named(APACHE4 + "impl.nio.client.AbstractClientExchangeHandler")
                        .advise(named("setCurrentRequest"), "clients.HttpClient4Sends"),
                InstrumentedClass.named(APACHE5 + "client5.http.impl.async.InternalAbstractHttpAsyncClient")
                        .adviseIfPresent(named("executeImmediate"), "clients.HttpClient5Sends"),
                apacheExchange(APACHE5 + "client5.http.impl.async.HttpAsyncMainClientExec$1"),
                apacheMinimal("MinimalHttpAsyncClient"),
                apacheMinimal("MinimalH2AsyncClient"),
                apacheExchange(APACHE5 + "client5.http.impl.async.MinimalHttpAsyncClient$3$1"),
                apacheExchange(APACHE5 + "client5.http.impl.async.MinimalH2AsyncClient$1$1"),
                InstrumentedClass.named(APACHE5 + "core5.reactor.IOSessionImpl") // its loop sends for everybody
                        .adviseIfPresent(named("enqueue").or(named("poll")), "advice.QueuePauses"),
                InstrumentedClass.named(AHC + "NettyResponseFuture")
                        .advise(isConstructor(), "advice.TaskCreated")
                        .advise(named("done").or(named("abort")), "advice.TaskGoesOn"),
                InstrumentedClass.named(AHC + "request.NettyRequestSender")
                        .advise(named("writeRequest"), "advice.ArgumentGoesOn")));
        classes.addAll(jetty("org.eclipse.jetty.client."));
        classes.addAll(jetty("org.eclipse.jetty.client.transport.")); // from 12 on
        return classes;
    }

    private static InstrumentedClass okHttp(String call) {
        return InstrumentedClass.named(call).advise(isConstructor(), "advice.TaskCreated")
                .advise(named("executeOn"), "advice.TaskGoesOn");
    }

    private static InstrumentedClass apacheFuture(String name) {
        return InstrumentedClass.named(name).advise(isConstructor(), "advice.TaskCreated")
                .advise(named("completed").or(named("failed")).or(named("cancel")), "advice.TaskGoesOn");
    }

    /** The application's producer and consumer are called through it. */
    private static InstrumentedClass apacheExchange(String name) {
        return InstrumentedClass.named(name).adviseIfPresent(isConstructor(), "advice.TaskCreated")
                .adviseIfPresent(named("produceRequest").or(named("produce")).or(named("consumeInformation"))
                        .or(named("consumeResponse")).or(named("consume")).or(named("streamEnd"))
                        .or(named("failed")), "advice.TaskGoesOn");
    }

    /** What it does with a request, on the sender's thread, before it asks for a connection: a lambda. */
    private static InstrumentedClass apacheMinimal(String name) {
        return InstrumentedClass.named(APACHE5 + "client5.http.impl.async." + name)
                .adviseIfPresent(isSynthetic().and(nameStartsWith("lambda$execute$"))
                        .and(takesArgument(4, named(APACHE5 + "core5.http.HttpRequest"))),
                        "clients.MinimalClient5Sends");
    }

    private static List<InstrumentedClass> jetty(String packageName) {
        return List.of(
                InstrumentedClass.named(packageName + "HttpExchange")
                        .advise(isConstructor().and(takesArguments(3)), "clients.JettyClientSends"),
                InstrumentedClass.named(packageName + "HttpReceiver")
                        .advise(takesArgument(0, nameEndsWith(".HttpExchange")), "advice.ArgumentGoesOn"));
    }
}
