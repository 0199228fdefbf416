// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

class TpptmTest extends ThreadManagerContract {
    TpptmTest() {
        super("TPPTM");
    }
}
