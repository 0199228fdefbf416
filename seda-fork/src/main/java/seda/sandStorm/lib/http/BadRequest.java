// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

/** A client has sent what cannot be answered: the connection ends with a last response. */
final class BadRequest extends Exception {
    private static final long serialVersionUID = 1;
    final int code;

    BadRequest(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }
}
