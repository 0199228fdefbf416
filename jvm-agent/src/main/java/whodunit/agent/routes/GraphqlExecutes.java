// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import graphql.ExecutionInput;
import graphql.language.Document;
import graphql.language.Field;
import graphql.language.NodeUtil;
import graphql.language.OperationDefinition;
import graphql.language.Selection;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.web.ServletRequests;

/** graphql.execution.Execution.execute(document, schema, id, input, …), of a document that is valid. */
public final class GraphqlExecutes {
    private GraphqlExecutes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Document document, @Advice.Argument(3) ExecutionInput input) {
        OperationDefinition operation = NodeUtil.getOperation(document,
                input.getOperationName()).operationDefinition;
        String name = operation.getName();
        Selection<?> first = operation.getSelectionSet().getSelections().get(0);
        ServletRequests.executes(operation.getOperation(), name != null ? name
                : first instanceof Field ? ((Field) first).getName() : null);
    }
}
