// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Marks an event handler that must never run on two threads at once: its stage has exactly one. */
public interface SingleThreadedEventHandlerIF {}
