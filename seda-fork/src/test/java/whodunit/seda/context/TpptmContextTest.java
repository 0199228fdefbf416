// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.context;

class TpptmContextTest extends StageContextContract {
    TpptmContextTest() {
        super("TPPTM");
    }
}
