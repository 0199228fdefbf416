// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Set;

/**
 * Knows the recorder's functions that make a call of the program's in its place ({@code runtime/src/wrap}): "told_send"
 * is send to everybody else.
 */
public final class FollowedCall {
    private static final String BEGINNING = "told_";
    private static final Set<String> CALLS = Set.of("read", "readv", "preadv2", "recv", "recvfrom", "recvmsg",
            "recvmmsg",
            "write", "writev", "pwritev2", "send", "sendto", "sendmsg", "sendmmsg", "sendfile", "splice", "epoll_wait",
            "futex", "SSL_read", "SSL_read_ex", "SSL_write", "SSL_write_ex", "SSL_accept", "SSL_do_handshake");

    private FollowedCall() {}

    /** What a function is called in reports; compilers add to the names of copies, after a dot. */
    public static String named(String function) {
        if (!function.startsWith(BEGINNING))
            return function;
        int dot = function.indexOf('.');
        String call = function.substring(BEGINNING.length(), dot < 0 ? function.length() : dot);
        return CALLS.contains(call) ? call : function;
    }
}
