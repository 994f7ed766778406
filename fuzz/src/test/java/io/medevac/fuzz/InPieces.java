package io.medevac.fuzz;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.Random;

/** Bytes that come in pieces of any size, as they come from a pipe; the same at each run. */
public final class InPieces extends ByteArrayInputStream {
    private final Random random;
    private final int most;

    /** These bytes. */
    public InPieces(byte[] bytes) {
        super(bytes);
        this.random = new Random(Arrays.hashCode(bytes));
        this.most = 1 + random.nextInt(random.nextBoolean() ? 8 : 600);
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
    }
}
