package whodunit.seda.context;

class TpstmContextTest extends StageContextContract {
    TpstmContextTest() {
        super("TPSTM");
    }
}
