// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The instrumented method's first argument is a queue's node, whose class only the JDK may name: its thread. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface NodeWaiter {}
