package dev.longshore.bench;

import dev.longshore.spi.RowSink;

/** The encoders of a provider for one table, and what they filled. */
public interface Encoding extends RowSink {
    /**
     * Tells how many bytes wait to be sent.
     *
     * @return the bytes
     */
    long waitingBytes();

    /** Forgets the rows that wait, as if they were sent. */
    void sent();
}
