package whodunit.seda.context;

class AggTpstmContextTest extends StageContextContract {
    AggTpstmContextTest() {
        super("AggTPSTM");
    }
}
