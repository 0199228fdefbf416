// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.symbols;

/** Readable names of C++ functions as the sampler writes them. */
final class CppName {
    private static final String ANONYMOUS = "(anonymous namespace)";
    private static final String OPERATOR = "operator";

    private CppName() {}

    /** "JOIN::exec" of "JOIN::exec(int) const". */
    static String withoutParameters(String name) {
        int depth = 0;
        for (int i = 0; i < name.length();) {
            if (name.startsWith(ANONYMOUS, i))
                i += ANONYMOUS.length();
            else if (name.startsWith(OPERATOR, i))
                i = behindOperator(name, i + OPERATOR.length());
            else if (name.charAt(i) == '(' && depth == 0)
                return name.substring(0, i);
            else {
                char c = name.charAt(i++);
                depth += c == '<' ? 1 : c == '>' ? -1 : 0;
            }
        }
        return name;
    }

    private static int behindOperator(String name, int i) {
        if (name.startsWith("()", i))
            return i + 2;
        while (i < name.length() && "<>-=".indexOf(name.charAt(i)) >= 0)
            i++;
        return i;
    }
}
