// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

/** Something that a {@link SelectSet} can wait for. */
public interface Selectable {
    short READ_READY = 0x01;
    short WRITE_READY = 0x02;
    /** What a listening socket has to read is a client. */
    short ACCEPT_READY = READ_READY;
    /** A socket that connects is writable when it has. */
    short CONNECT_READY = WRITE_READY;
    short SELECT_ERROR = 0x80;
}
