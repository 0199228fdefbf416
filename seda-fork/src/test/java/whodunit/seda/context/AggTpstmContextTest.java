// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

class AggTpstmContextTest extends StageContextContract {
    AggTpstmContextTest() {
        super("AggTPSTM");
    }
}
