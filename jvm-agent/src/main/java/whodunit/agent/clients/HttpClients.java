// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.clients;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests that leave: the JDK's two clients, Apache HttpClient 4 and 5, OkHttp from 3.13 on. */
public final class HttpClients implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("sun.net.www.protocol.http.HttpURLConnection")
                        .advise(named("connect").or(named("getInputStream")).or(named("getOutputStream"))
                                .and(takesArguments(0)), "clients.UrlConnects"),
                InstrumentedClass.named("jdk.internal.net.http.HttpRequestImpl")
                        .advise(isConstructor().and(takesArguments(2))
                                .and(takesArgument(0, named("java.net.http.HttpRequest"))), "clients.HttpRequestMade"),
                InstrumentedClass.named("org.apache.http.protocol.HttpRequestExecutor")
                        .advise(named("execute"), "clients.HttpClient4Sends"),
                InstrumentedClass.named("org.apache.hc.core5.http.impl.io.HttpRequestExecutor")
                        .advise(named("execute").and(takesArguments(4)), "clients.HttpClient5Sends"),
                InstrumentedClass.named("okhttp3.internal.connection.Exchange")
                        .advise(named("writeRequestHeaders"), "clients.OkHttpSends"));
    }
}
