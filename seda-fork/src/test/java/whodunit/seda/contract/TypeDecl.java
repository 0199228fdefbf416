// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.util.List;

/**
 * A public type of the contract. Type names everywhere are binary names ({@code a.b.Outer$Inner}, {@code byte[][]}).
 *
 * @param kind {@code class}, {@code abstract class} or {@code interface}
 * @param superclass null if it is Object
 */
record TypeDecl(String kind, String name, String superclass, List<String> interfaces, List<MemberDecl> members) {
    boolean isInterface() {
        return kind.equals("interface");
    }

    String packageName() {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Without package; a nested type has its outer type's name and a dollar in front. */
    String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The outer type's binary name, or null. */
    String outer() {
        int dollar = name.lastIndexOf('$');
        return dollar < 0 ? null : name.substring(0, dollar);
    }

    /** A nested type that has no static modifier: its constructors name the outer instance first. */
    boolean isInner() {
        return outer() != null && members.stream().filter(MemberDecl::isConstructor)
                .anyMatch(c -> !c.parameters().isEmpty() && c.parameters().get(0).equals(outer()));
    }
}
