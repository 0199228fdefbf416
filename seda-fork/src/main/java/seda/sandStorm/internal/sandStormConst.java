// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

/** The version of Sandstorm whose API this is. */
public interface sandStormConst {
    int MAJOR_VERSION = 3;
    int MINOR_VERSION = 0;
    String VERSION_STRING = MAJOR_VERSION + "." + MINOR_VERSION;
    String WELCOME_STRING = "Sandstorm v" + VERSION_STRING + " <mdw@cs.berkeley.edu>";
}
