// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.postgresql.core.PGStream;
import whodunit.agent.boot.PostgresPropagation;

/** pgjdbc: QueryExecutorImpl.sendBind, of a named statement. What fails on the stream is the driver's to handle. */
public final class PgBinds {
    private PgBinds() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object executor, @Advice.FieldValue("pgStream") PGStream stream)
            throws IOException {
        byte[] close = PostgresPropagation.close(executor, 1);
        if (close != null)
            stream.send(close);
    }
}
