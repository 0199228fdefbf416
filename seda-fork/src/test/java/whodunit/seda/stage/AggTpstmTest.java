package whodunit.seda.stage;

class AggTpstmTest extends ThreadManagerContract {
    AggTpstmTest() {
        super("AggTPSTM");
    }
}
