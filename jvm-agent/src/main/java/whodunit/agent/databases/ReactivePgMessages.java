// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import io.r2dbc.postgresql.client.Binding;
import io.r2dbc.postgresql.message.frontend.Bind;
import io.r2dbc.postgresql.message.frontend.Close;
import io.r2dbc.postgresql.message.frontend.ExecutionType;
import io.r2dbc.postgresql.message.frontend.FrontendMessage;
import io.r2dbc.postgresql.message.frontend.Parse;
import java.util.List;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.ReactivePostgres;

/**
 * r2dbc-postgresql: ExtendedFlowOperator.getMessages: what is sent for an execution, [Parse,] Bind and so on. An
 * unnamed statement is parsed for it alone, and its text says whose it is; the text of a named one stays as it is.
 */
public final class ReactivePgMessages {
    private ReactivePgMessages() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object operator, @Advice.FieldValue("name") String name,
            @Advice.FieldValue("sql") String sql, @Advice.FieldValue("binding") Binding binding,
            @Advice.Return List<FrontendMessage.DirectEncoder> messages) {
        int bind = messages.get(0) instanceof Bind ? 0 : 1;
        if (name.isEmpty()) {
            String text = bind == 0 ? null : ReactivePostgres.text(operator, sql);
            if (text != null)
                messages.set(0, new Parse(name, binding.getParameterTypes(), text));
        } else {
            String close = messages.get(bind) instanceof Bind ? ReactivePostgres.close(operator) : null;
            if (close != null)
                messages.add(bind, new Close(close, ExecutionType.STATEMENT));
        }
    }
}
