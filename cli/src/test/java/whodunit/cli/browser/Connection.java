// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.browser;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Calls and events of the DevTools protocol. */
final class Connection implements WebSocket.Listener {
    private static final long SECONDS = 120;

    private final Map<Integer, CompletableFuture<JsonObject>> calls = new ConcurrentHashMap<>();
    private final Map<String, Consumer<JsonObject>> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;

    Connection(HttpClient client, URI address) {
        socket = client.newWebSocketBuilder().buildAsync(address, this).join();
    }

    void listen(String session, Consumer<JsonObject> listener) {
        listeners.put(session, listener);
    }

    /** @param session null: the browser's own */
    JsonObject call(String session, String method, JsonObject parameters) {
        int id = ids.incrementAndGet();
        JsonObject message = new JsonObject();
        message.addProperty("id", id);
        message.addProperty("method", method);
        message.add("params", parameters);
        if (session != null)
            message.addProperty("sessionId", session);
        CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        calls.put(id, answer);
        socket.sendText(message.toString(), true).join();
        JsonObject a = answer.orTimeout(SECONDS, TimeUnit.SECONDS).join();
        if (a.has("error"))
            throw new IllegalStateException(method + ": " + a.get("error"));
        return a.getAsJsonObject("result");
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
            text.setLength(0);
            if (message.has("id"))
                calls.remove(message.get("id").getAsInt()).complete(message);
            else if (message.has("sessionId"))
                listeners.getOrDefault(message.get("sessionId").getAsString(), m -> {}).accept(message);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        fail(new IOException("the browser has ended"));
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        fail(error);
    }

    private void fail(Throwable why) {
        calls.values().forEach(c -> c.completeExceptionally(why));
    }

    void close() {
        socket.abort();
    }
}
