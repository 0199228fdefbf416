// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/**
 * Something that can be enqueued: an event. Application classes implement it, and one object may be enqueued more than
 * once.
 */
public interface QueueElementIF {}
