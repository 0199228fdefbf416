package seda.sandStorm.internal;
public class Stage implements seda.sandStorm.api.StageIF {
public Stage(java.lang.String p0, seda.sandStorm.api.internal.StageWrapperIF p1, seda.sandStorm.api.SinkIF p2, seda.sandStorm.api.ConfigDataIF p3) {}
public Stage(java.lang.String p0, seda.sandStorm.api.internal.StageWrapperIF p1) {}
public java.lang.String getName() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.SinkIF getSink() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.StageWrapperIF getWrapper() {throw new UnsupportedOperationException();}
public void destroy() {throw new UnsupportedOperationException();}
}
