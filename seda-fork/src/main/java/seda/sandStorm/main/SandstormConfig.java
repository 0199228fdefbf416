package seda.sandStorm.main;
public class SandstormConfig implements java.lang.Cloneable, seda.sandStorm.api.SandstormConfigIF {
public static final java.lang.String LIST_ELEMENT_DELIMITER = (java.lang.String) null;
public static final java.lang.String THREADMGR_TPPTM = (java.lang.String) null;
public static final java.lang.String THREADMGR_TPSTM = (java.lang.String) null;
public static final java.lang.String THREADMGR_AggTPSTM = (java.lang.String) null;
public static final java.lang.String CONFIG_TRUE = (java.lang.String) null;
public static final java.lang.String CONFIG_FALSE = (java.lang.String) null;
public static final java.lang.String[] defaults = (java.lang.String[]) null;
public java.util.Hashtable defaultInitArgs;
public SandstormConfig() {}
public SandstormConfig(java.lang.String[] p0) throws java.io.IOException {}
public SandstormConfig(java.lang.String p0) throws java.io.IOException {}
public SandstormConfig(java.lang.String p0, java.lang.String[] p1) throws java.io.IOException {}
public java.lang.String getString(java.lang.String p0) {throw new UnsupportedOperationException();}
public java.lang.String getString(java.lang.String p0, java.lang.String p1) {throw new UnsupportedOperationException();}
public void putString(java.lang.String p0, java.lang.String p1) {throw new UnsupportedOperationException();}
public boolean getBoolean(java.lang.String p0) {throw new UnsupportedOperationException();}
public boolean getBoolean(java.lang.String p0, boolean p1) {throw new UnsupportedOperationException();}
public void putBoolean(java.lang.String p0, boolean p1) {throw new UnsupportedOperationException();}
public int getInt(java.lang.String p0) {throw new UnsupportedOperationException();}
public int getInt(java.lang.String p0, int p1) {throw new UnsupportedOperationException();}
public void putInt(java.lang.String p0, int p1) {throw new UnsupportedOperationException();}
public double getDouble(java.lang.String p0) {throw new UnsupportedOperationException();}
public double getDouble(java.lang.String p0, double p1) {throw new UnsupportedOperationException();}
public java.lang.String[] getStringList(java.lang.String p0) {throw new UnsupportedOperationException();}
public void putDouble(java.lang.String p0, double p1) {throw new UnsupportedOperationException();}
public void puttStringList(java.lang.String p0, java.lang.String[] p1) {throw new UnsupportedOperationException();}
public java.util.Enumeration getKeys(java.lang.String p0) {throw new UnsupportedOperationException();}
public java.util.Enumeration getKeys() {throw new UnsupportedOperationException();}
public seda.sandStorm.main.SandstormConfig getCopy() {throw new UnsupportedOperationException();}
public void addStage(java.lang.String p0, java.lang.String p1, java.lang.String[] p2) throws seda.sandStorm.api.StageNameAlreadyBoundException, java.io.IOException {throw new UnsupportedOperationException();}
public java.util.Enumeration getStages() {throw new UnsupportedOperationException();}
public void readFile(java.lang.String p0) throws java.io.IOException {throw new UnsupportedOperationException();}
}
