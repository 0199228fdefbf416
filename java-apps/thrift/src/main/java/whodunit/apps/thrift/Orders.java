// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.thrift;

import java.util.Map;
import org.apache.thrift.ProcessFunction;
import org.apache.thrift.TBaseProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;
import org.apache.thrift.protocol.TProtocol;
import whodunit.apps.Work;

/** A service of two methods, as Thrift's compiler nests its classes. */
final class Orders {
    private Orders() {}

    private static long inSmall() {
        return Work.burn();
    }

    private static long inBig() {
        return Work.burn();
    }

    static final class Processor extends TBaseProcessor<Orders> {
        Processor() {
            super(new Orders(), Map.of("small", new Small(), "big", new Big()));
        }

        private abstract static class Method extends ProcessFunction<Orders, Text, Text> {
            Method(String name) {
                super(name);
            }

            @Override
            public boolean isOneway() {
                return false;
            }

            @Override
            public Text getEmptyArgsInstance() {
                return new Text("");
            }

            @Override
            public Text getEmptyResultInstance() {
                return new Text("");
            }
        }

        private static final class Small extends Method {
            Small() {
                super("small");
            }

            @Override
            public Text getResult(Orders orders, Text what) {
                return new Text("small " + what + inSmall());
            }
        }

        private static final class Big extends Method {
            Big() {
                super("big");
            }

            @Override
            public Text getResult(Orders orders, Text what) {
                return new Text("big " + what + inBig());
            }
        }
    }

    static final class Client extends TServiceClient {
        Client(TProtocol protocol) {
            super(protocol);
        }

        String ask(String method, String what) throws TException {
            sendBase(method, new Text(what));
            Text answer = new Text("");
            receiveBase(answer, method);
            return answer.toString();
        }
    }
}
