package seda.nbio;

/** Something that a {@link SelectSet} can wait for. */
public interface Selectable {
    short READ_READY = 0x01;
    short WRITE_READY = 0x02;
    short ACCEPT_READY = 0x04;
    short CONNECT_READY = 0x08;
    short SELECT_ERROR = 0x80;
}
