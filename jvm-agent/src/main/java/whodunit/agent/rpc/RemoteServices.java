// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.rpc;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Calls of services' methods, by their names: Dubbo's, by its own protocol and by Triple, also those that leave; and
 * Thrift's, whose messages have no place for a context.
 */
public final class RemoteServices implements Instrumentation {
    private static final String DUBBO = "org.apache.dubbo.rpc.protocol.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.apache.dubbo.remoting.exchange.support.header.HeaderExchangeHandler")
                        .advise(named("handleRequest"), "rpc.DubboHandles"),
                triple("h12"),
                triple("call"), // before 3.3
                invoker("dubbo.DubboInvoker"),
                invoker("tri.TripleInvoker"),
                InstrumentedClass.named("org.apache.thrift.ProcessFunction")
                        .advise(named("process").and(takesArguments(4)), "rpc.ThriftHandles"));
    }

    private static InstrumentedClass triple(String folder) {
        return InstrumentedClass.named(DUBBO + "tri." + folder + ".AbstractServerCallListener")
                .advise(named("invoke"), "rpc.TripleHandles");
    }

    private static InstrumentedClass invoker(String name) {
        return InstrumentedClass.named(DUBBO + name)
                .advise(named("doInvoke").and(takesArguments(1)), "rpc.DubboCalls");
    }
}
