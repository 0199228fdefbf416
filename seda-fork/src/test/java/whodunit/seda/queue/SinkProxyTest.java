// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.queue;

class SinkProxyTest extends QueueConcurrencyContract {
    @Override
    Ends make() throws Exception {
        return StageQueueTest.stage("true");
    }
}
