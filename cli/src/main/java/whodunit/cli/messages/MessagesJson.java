// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.messages;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import whodunit.profile.message.Messages;

/** Messages in the report's JSON; its keys are a contract (docs/format.md). */
public final class MessagesJson {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private MessagesJson() {}

    /** The messages alone. */
    public static void write(Messages messages, OutputStream out) throws IOException {
        JsonObject root = new JsonObject();
        addTo(root, messages);
        out.write((GSON.toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Adds {@code messages}. */
    public static void addTo(JsonObject root, Messages messages) {
        JsonArray rows = new JsonArray();
        for (Messages.Row r : messages.rows) {
            JsonObject o = new JsonObject();
            o.addProperty("from", r.from());
            o.addProperty("to", r.to());
            o.addProperty("transaction", r.transaction());
            o.addProperty("transport", r.transport().name().toLowerCase(Locale.ROOT));
            o.addProperty("service", r.service());
            o.addProperty("messages", r.messages().calls());
            o.addProperty("bytes", r.messages().bytes());
            o.addProperty("responses", r.responses().calls());
            o.addProperty("response_bytes", r.responses().bytes());
            o.addProperty("mixed", r.mixed());
            o.addProperty("unknown", r.unknown().calls());
            o.addProperty("unknown_bytes", r.unknown().bytes());
            rows.add(o);
        }
        root.add("messages", rows);
    }
}
