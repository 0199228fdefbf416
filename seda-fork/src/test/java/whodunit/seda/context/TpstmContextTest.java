// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

class TpstmContextTest extends StageContextContract {
    TpstmContextTest() {
        super("TPSTM");
    }
}
