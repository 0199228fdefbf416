// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.contract;

import java.util.List;

/**
 * A public or protected member of the contract.
 *
 * @param modifiers as javap prints them, e.g. "public static final"
 * @param type the field's or result's type; null for a constructor
 * @param parameters null for a field
 */
record MemberDecl(List<String> modifiers, String type, String name, List<String> parameters, List<String> exceptions) {
    boolean isField() {
        return parameters == null;
    }

    boolean isConstructor() {
        return type == null;
    }

    boolean has(String modifier) {
        return modifiers.contains(modifier);
    }

    @Override
    public String toString() {
        return String.join(" ", modifiers) + (type == null ? "" : " " + type) + " " + name
                + (isField() ? "" : "(" + String.join(", ", parameters) + ")")
                + (exceptions.isEmpty() ? "" : " throws " + String.join(", ", exceptions));
    }
}
