// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;

/** Calls a suspending function from outside coroutines, and has nothing to do when it goes on. */
final class Nobody implements Continuation<Unit> {
    @Override
    public CoroutineContext getContext() {
        return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(Object result) {}
}
