// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.databases;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.UnsupportedDrivers;

/** A method through which a driver that we cannot make carry contexts sends statements. */
public final class UnsupportedStatement {
    private UnsupportedStatement() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Origin("#t") String driver) {
        UnsupportedDrivers.sends(driver);
    }
}
