// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import whodunit.profile.FollowedCall;

/** Names of functions as stacks of waits have them, for people. */
final class FunctionName {
    private FunctionName() {}

    /**
     * Of a mangled C++ name the function with its namespaces and classes, without parameters. Names with templates, of
     * operators or of constructors stay as they are, and so does what is not mangled, but for calls that the recorder
     * follows.
     */
    static String readable(String symbol) {
        int at = symbol.startsWith("_ZL") ? 3 : symbol.startsWith("_Z") ? 2 : symbol.length();
        boolean nested = at < symbol.length() && symbol.charAt(at) == 'N';
        if (nested)
            at++;
        if (nested && at < symbol.length() && symbol.charAt(at) == 'K') // a method that changes nothing
            at++;
        StringBuilder name = new StringBuilder();
        while (at < symbol.length() && Character.isDigit(symbol.charAt(at))) {
            int length = 0;
            for (; at < symbol.length() && Character.isDigit(symbol.charAt(at)) && length < symbol.length(); at++)
                length = 10 * length + symbol.charAt(at) - '0';
            if (length == 0 || at + length > symbol.length())
                return symbol;
            name.append(name.isEmpty() ? "" : "::").append(symbol, at, at + length);
            at += length;
            if (!nested)
                break;
        }
        boolean whole = nested ? at < symbol.length() && symbol.charAt(at) == 'E'
                : at >= symbol.length() || symbol.charAt(at) != 'I';
        return name.isEmpty() || !whole ? FollowedCall.named(symbol) : name.toString();
    }

    /** Whether it is no function, but a place in a file that has no names. */
    static boolean isPlace(String function) {
        return function.contains("+0x") || function.startsWith("0x") || function.startsWith("[");
    }
}
