// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

/** A request's context on this thread, from here to the end of a try block. */
final class Attached implements AutoCloseable {
    private final int previous;

    Attached(int context) {
        previous = Transactions.attach(context);
    }

    @Override
    public void close() {
        Transactions.attach(previous);
    }
}
