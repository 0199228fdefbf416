// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.member.FieldAccess;
import net.bytebuddy.implementation.bytecode.member.MethodVariableAccess;

/** Reads the field that {@link NodeWaiter} stands for, in the instrumented class, which may. */
public final class NodeWaiterMapping implements Advice.OffsetMapping {
    @Override
    public Target resolve(TypeDescription type, MethodDescription method, Assigner assigner,
            Advice.ArgumentHandler arguments, Sort sort) {
        ParameterDescription node = method.getParameters().get(0);
        FieldDescription waiter = null;
        for (TypeDefinition t = node.getType(); waiter == null && t != null; t = t.getSuperClass())
            for (FieldDescription field : t.getDeclaredFields().filter(named("waiter")))
                waiter = field;
        if (waiter == null)
            throw new IllegalStateException("no field waiter in " + node.getType());
        return new Target.ForStackManipulation(new StackManipulation.Compound(
                MethodVariableAccess.REFERENCE.loadFrom(arguments.argument(node.getOffset())),
                FieldAccess.forField(waiter.asDefined()).read()));
    }
}
