// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

/**
 * A handler that neither blocks nor takes long. Whom it hands events to is woken when it is done with its batch: then
 * there are many at once, where a thread that is woken by the first would find one, handle it and sleep again.
 */
public interface Brief {}
