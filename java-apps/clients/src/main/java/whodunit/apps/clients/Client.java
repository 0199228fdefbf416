// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.clients;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Result;

/** An asynchronous HTTP client, and few connections. */
interface Client {
    /** @param done called with the response's status, or with what went wrong */
    void get(String url, Consumer<Object> done);

    static Client of(String name) throws Exception {
        return switch (name) {
            case "okhttp" -> okHttp();
            case "apache4" -> apache4();
            case "apache5" -> apache5(HttpAsyncClients.createDefault());
            case "apache5 minimal" -> apache5(HttpAsyncClients.createMinimal());
            case "apache5 consumer" -> apache5Consumer();
            case "jetty" -> jetty();
            case "ahc" -> ahc();
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Client okHttp() {
        OkHttpClient client = new OkHttpClient(); // five at a time for a host
        return (url, done) -> client.newCall(new Request.Builder().url(url).build()).enqueue(new Callback() {
            @Override
            public void onResponse(Call call, Response response) {
                response.close();
                done.accept(response.code());
            }

            @Override
            public void onFailure(Call call, IOException e) {
                done.accept(e);
            }
        });
    }

    private static Client apache4() {
        var client = org.apache.http.impl.nio.client.HttpAsyncClients.createDefault(); // two connections to a host
        client.start();
        return (url, done) -> client.execute(new HttpGet(url),
                new org.apache.http.concurrent.FutureCallback<HttpResponse>() {
                    @Override
                    public void completed(HttpResponse response) {
                        done.accept(response.getStatusLine().getStatusCode());
                    }

                    @Override
                    public void failed(Exception e) {
                        done.accept(e);
                    }

                    @Override
                    public void cancelled() {
                        done.accept("cancelled");
                    }
                });
    }

    /** @param client which has five connections to a host */
    private static Client apache5(CloseableHttpAsyncClient client) {
        client.start();
        return (url, done) -> client.execute(SimpleRequestBuilder.get(url).build(),
                new org.apache.hc.core5.concurrent.FutureCallback<SimpleHttpResponse>() {
                    @Override
                    public void completed(SimpleHttpResponse response) {
                        done.accept(response.getCode());
                    }

                    @Override
                    public void failed(Exception e) {
                        done.accept(e);
                    }

                    @Override
                    public void cancelled() {
                        done.accept("cancelled");
                    }
                });
    }

    /** Is called back by a consumer of the answer's body. */
    private static Client apache5Consumer() {
        CloseableHttpAsyncClient client = HttpAsyncClients.createDefault();
        client.start();
        return (url, done) -> client.execute(SimpleRequestProducer.create(SimpleRequestBuilder.get(url).build()),
                new AbstractBinResponseConsumer<Void>() {
                    private int code;

                    @Override
                    protected void start(org.apache.hc.core5.http.HttpResponse response, ContentType type) {
                        code = response.getCode();
                    }

                    @Override
                    protected int capacityIncrement() {
                        return Integer.MAX_VALUE;
                    }

                    @Override
                    protected void data(ByteBuffer body, boolean last) {
                        if (body.hasRemaining())
                            done.accept(code);
                    }

                    @Override
                    protected Void buildResult() {
                        return null;
                    }

                    @Override
                    public void failed(Exception e) {
                        done.accept(e);
                    }

                    @Override
                    public void releaseResources() {}
                }, null);
    }

    private static Client jetty() throws Exception {
        HttpClient client = new HttpClient();
        client.setMaxConnectionsPerDestination(2);
        client.start();
        return (url, done) -> client.newRequest(url).send(new BufferingResponseListener() {
            @Override
            public void onComplete(Result result) {
                done.accept(result.isFailed() ? result.getFailure() : result.getResponse().getStatus());
            }
        });
    }

    private static Client ahc() {
        AsyncHttpClient client = Dsl.asyncHttpClient();
        return (url, done) -> client.prepareGet(url).execute().toCompletableFuture()
                .whenComplete((response, failure) -> done.accept(failure != null ? failure : response.getStatusCode()));
    }
}
