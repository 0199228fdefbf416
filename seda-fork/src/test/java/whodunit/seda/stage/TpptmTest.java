package whodunit.seda.stage;

class TpptmTest extends ThreadManagerContract {
    TpptmTest() {
        super("TPPTM");
    }
}
