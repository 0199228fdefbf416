// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

class TpstmTest extends ThreadManagerContract {
    TpstmTest() {
        super("TPSTM");
    }
}
