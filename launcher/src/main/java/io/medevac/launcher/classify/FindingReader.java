package io.medevac.launcher.classify;

import java.io.IOException;
import java.io.InputStream;

/** Reads the inputs of one source, one after the other; keeps what earlier ones told. */
public interface FindingReader {

    /**
     * Reads an input to its end, whatever bytes it has.
     *
     * @return how many records could not be read
     * @throws IOException when the input cannot be read on
     */
    long read(InputStream in, FindingSink sink) throws IOException;
}
