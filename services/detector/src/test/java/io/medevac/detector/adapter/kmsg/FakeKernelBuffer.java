package io.medevac.detector.adapter.kmsg;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A ring in memory that a test fills; proven by the same contract as the kernel's. */
final class FakeKernelBuffer implements KernelBuffer {
    private final String bootId;
    private final List<KmsgRecord> records = new ArrayList<>();
    private long oldest;
    private int overruns;
    private String refusal;
    private RuntimeException defect;

    FakeKernelBuffer(String bootId) {
        this.bootId = bootId;
    }

    /** The kernel says something; a priority of 8 or more is a process that wrote to the device. */
    synchronized void say(int priority, String text) {
        long sequence = records.size();
        String line = priority + "," + sequence + "," + sequence * 1000 + ",-;" + text;
        records.add(KmsgRecord.of(line).orElseThrow());
        notifyAll();
    }

    /** All but the last records are overwritten, under the eyes of who reads. */
    synchronized void overwriteBut(int last) {
        oldest = (long) records.size() - last;
        overruns++;
        notifyAll();
    }

    /** Cannot be opened for this reason; null: it can again. */
    synchronized void refuse(String reason) {
        refusal = reason;
    }

    /** Fails at each opening with this; null: no more. */
    synchronized void fail(RuntimeException with) {
        defect = with;
        overruns++;
        notifyAll();
    }

    @Override
    public String bootId() {
        return bootId;
    }

    @Override
    public synchronized Duration uptime() {
        return Duration.ofMillis(records.size());
    }

    @Override
    public synchronized Records open() throws IOException {
        if (refusal != null) {
            throw new IOException(refusal);
        }
        if (defect != null) {
            throw defect;
        }
        return new Open(oldest, overruns);
    }

    private final class Open implements Records {
        private long next;
        private final int opened;
        private boolean closed;

        Open(long next, int opened) {
            this.next = next;
            this.opened = opened;
        }

        @Override
        public List<KmsgRecord> next() throws IOException {
            synchronized (FakeKernelBuffer.this) {
                while (!closed && next >= records.size() && opened == overruns) {
                    try {
                        FakeKernelBuffer.this.wait();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new IOException(e);
                    }
                }
                if (closed || next < oldest) {
                    throw new IOException(closed ? "closed" : "Broken pipe");
                }
                if (next >= records.size()) {
                    throw new IOException("Broken pipe");
                }
                return List.of(records.get((int) next++));
            }
        }

        @Override
        public void close() {
            synchronized (FakeKernelBuffer.this) {
                closed = true;
                FakeKernelBuffer.this.notifyAll();
            }
        }
    }
}
