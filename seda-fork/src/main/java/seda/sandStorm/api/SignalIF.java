// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** An event of the system itself, delivered to those who {@link SignalMgrIF#register registered} for its class. */
public interface SignalIF extends QueueElementIF {}
