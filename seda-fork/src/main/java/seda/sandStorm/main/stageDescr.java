package seda.sandStorm.main;
public class stageDescr {
public java.lang.String stageName;
public java.lang.String className;
public java.util.Hashtable initargs;
public int queueThreshold;
public stageDescr() {}
}
