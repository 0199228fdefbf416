// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/** Both ends. */
public interface QueueIF extends SourceIF, SinkIF {}
