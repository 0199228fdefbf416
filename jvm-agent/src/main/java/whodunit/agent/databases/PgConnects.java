// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.postgresql.core.PGStream;
import whodunit.agent.boot.PostgresServers;

/**
 * pgjdbc: the constructor of QueryExecutorImpl, at whose end the server is ready for a query and nobody has asked one.
 * What fails on the stream is the driver's to handle; other makers' drivers have classes of these names, maybe with
 * other methods.
 */
public final class PgConnects {
    private PgConnects() {}

    @Advice.OnMethodExit
    static void exit(@Advice.This Object executor, @Advice.FieldValue("pgStream") PGStream stream,
            @Advice.AllArguments Object[] arguments) throws IOException {
        try {
            String server = PostgresServers.name(stream.getHostSpec(), arguments[arguments.length - 1]);
            if (server != null) {
                byte[] question = PostgresServers.question(server);
                if (question != null) {
                    stream.skip(0); // is there, before anything is sent
                    stream.send(question);
                    stream.flush();
                    boolean closed = false;
                    boolean failed = false;
                    int type;
                    do {
                        type = stream.receiveChar();
                        closed |= type == '3';
                        failed |= type == 'E';
                        stream.skip(stream.receiveInteger4() - 4);
                    } while (type != 'Z');
                    PostgresServers.answered(server, closed && !failed);
                }
                PostgresServers.connected(executor, server);
            }
        } catch (LinkageError another) {
            PostgresServers.without(executor);
        }
    }
}
