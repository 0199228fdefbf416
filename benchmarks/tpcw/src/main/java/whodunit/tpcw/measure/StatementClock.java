// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What each statement has cost a database that has one of {@code native/statement_clock*.c} in it, by the CPU clock of
 * its thread.
 */
final class StatementClock {
    private static final int TEXT = 112;

    /** @param millis CPU of all executions together */
    record Cost(long executions, double millis) {}

    private StatementClock() {}

    /** By statement, without its literals, since the server began; empty as long as there was none. */
    static Map<String, Cost> read(Path file) throws IOException {
        Map<String, Cost> costs = new HashMap<>();
        if (!Files.exists(file))
            return costs;
        ByteBuffer table = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
        byte[] text = new byte[TEXT];
        while (table.hasRemaining()) {
            long executions = table.getLong();
            double millis = table.getLong() / 1e6;
            table.get(text);
            String statement = new String(text, StandardCharsets.ISO_8859_1);
            if (text[0] != 0)
                costs.put(statement.substring(0, statement.indexOf(0)), new Cost(executions, millis));
        }
        return costs;
    }
}
