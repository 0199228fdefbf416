// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

class AggTpstmTest extends ThreadManagerContract {
    AggTpstmTest() {
        super("AggTPSTM");
    }
}
