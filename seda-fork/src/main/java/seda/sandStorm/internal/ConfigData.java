package seda.sandStorm.internal;
public class ConfigData implements seda.sandStorm.api.ConfigDataIF {
public ConfigData(seda.sandStorm.api.ManagerIF p0) {}
public ConfigData(seda.sandStorm.api.ManagerIF p0, java.util.Hashtable p1) {}
public ConfigData(seda.sandStorm.api.ManagerIF p0, java.lang.String[] p1) throws java.io.IOException {}
public boolean contains(java.lang.String p0) {throw new UnsupportedOperationException();}
public java.lang.String getString(java.lang.String p0) {throw new UnsupportedOperationException();}
public int getInt(java.lang.String p0) {throw new UnsupportedOperationException();}
public double getDouble(java.lang.String p0) {throw new UnsupportedOperationException();}
public boolean getBoolean(java.lang.String p0) {throw new UnsupportedOperationException();}
public java.lang.String[] getStringList(java.lang.String p0) {throw new UnsupportedOperationException();}
public void setString(java.lang.String p0, java.lang.String p1) {throw new UnsupportedOperationException();}
public void setInt(java.lang.String p0, int p1) {throw new UnsupportedOperationException();}
public void setDouble(java.lang.String p0, double p1) {throw new UnsupportedOperationException();}
public void setBoolean(java.lang.String p0, boolean p1) {throw new UnsupportedOperationException();}
public void setStringList(java.lang.String p0, java.lang.String[] p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.ManagerIF getManager() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.StageIF getStage() {throw new UnsupportedOperationException();}
public void setStage(seda.sandStorm.api.StageIF p0) {throw new UnsupportedOperationException();}
}
