package whodunit.seda.stage;

class TpstmTest extends ThreadManagerContract {
    TpstmTest() {
        super("TPSTM");
    }
}
