package whodunit.seda.context;

class TpptmContextTest extends StageContextContract {
    TpptmContextTest() {
        super("TPPTM");
    }
}
