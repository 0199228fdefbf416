// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/**
 * Messages that agree in everything, followed upstream to their transaction type.
 *
 * @param process     that sent, or received
 * @param transaction the type of the transaction that they were of; in brackets why there is none
 * @param peer        who sent what was received; null: nobody who is recorded, or not known
 * @param timed       how many, and when
 */
public record StitchedMessage(RecordedProcess process, Message message, String transaction, RecordedProcess peer,
        TimedSum<MessageCounts> timed) {
    public MessageCounts counts() {
        return timed.sum();
    }

    StitchedMessage at(TimedSum<MessageCounts> some) {
        return some == timed ? this : new StitchedMessage(process, message, transaction, peer, some);
    }
}
