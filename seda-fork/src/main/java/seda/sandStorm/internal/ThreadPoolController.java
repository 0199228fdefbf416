package seda.sandStorm.internal;
public class ThreadPoolController {
public ThreadPoolController(seda.sandStorm.api.ManagerIF p0) {}
public ThreadPoolController(seda.sandStorm.api.ManagerIF p0, int p1, int p2) {}
public void register(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.internal.ThreadPool p1) {throw new UnsupportedOperationException();}
public void register(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.internal.ThreadPool p1, seda.sandStorm.api.ProfilableIF p2) {throw new UnsupportedOperationException();}
}
