package seda.sandStorm.internal;

/** The version of Sandstorm whose API this is. */
public interface sandStormConst {
    int MAJOR_VERSION = 3;
    int MINOR_VERSION = 0;
    String VERSION_STRING = "v3.0";
    String WELCOME_STRING = "Sandstorm " + VERSION_STRING + ", Whodunit's drop-in";
}
