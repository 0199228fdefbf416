// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

/** Something that the user can mend; the message names the cause and the cure. */
final class UserError extends RuntimeException {
    UserError(String message) {
        super(message);
    }
}
