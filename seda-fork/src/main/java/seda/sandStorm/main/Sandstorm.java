package seda.sandStorm.main;
public class Sandstorm {
public Sandstorm() throws java.lang.Exception {}
public Sandstorm(java.lang.String p0) throws java.lang.Exception {}
public Sandstorm(seda.sandStorm.main.SandstormConfig p0) throws java.lang.Exception {}
public seda.sandStorm.api.ManagerIF getManager() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.SystemManagerIF getSystemManager() {throw new UnsupportedOperationException();}
public static seda.sandStorm.main.Sandstorm getSandstorm() {throw new UnsupportedOperationException();}
}
