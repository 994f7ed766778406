package io.medevac.detector.adapter.kubernetes;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What has changed and was not worked on yet, oldest first. Of each thing only the latest change is
 * kept, so its size is that of the cluster however long a worker is held up.
 */
final class LatestChanges<V> {
    private final Lock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Map<String, V> waiting = new LinkedHashMap<>();
    private int inWork;

    /** A change; it takes the place of an earlier one of the same key. */
    void put(String key, V change) {
        lock.lock();
        try {
            waiting.put(key, change);
            added.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The change of this key is of no interest any more. */
    void remove(String key) {
        lock.lock();
        try {
            waiting.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The oldest changes; whoever takes them ends with {@link #done} or {@link #putBack}.
     *
     * @param most so many at once
     * @param patience how long to wait for one; then the answer is empty
     */
    Map<String, V> take(int most, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (waiting.isEmpty() && left > 0) {
                left = added.awaitNanos(left);
            }
            Map<String, V> taken = new LinkedHashMap<>();
            Iterator<Map.Entry<String, V>> oldest = waiting.entrySet().iterator();
            while (oldest.hasNext() && taken.size() < most) {
                Map.Entry<String, V> entry = oldest.next();
                taken.put(entry.getKey(), entry.getValue());
                oldest.remove();
            }
            inWork += taken.size();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** These have been worked on. */
    void done(Map<String, V> taken) {
        lock.lock();
        try {
            inWork -= taken.size();
        } finally {
            lock.unlock();
        }
    }

    /** These have to be worked on again, but for those that have changed anew meanwhile. */
    void putBack(Map<String, V> taken) {
        lock.lock();
        try {
            inWork -= taken.size();
            taken.forEach(waiting::putIfAbsent);
            added.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass before the next try. */
    static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Whether all has been worked on. */
    boolean idle() {
        lock.lock();
        try {
            return waiting.isEmpty() && inWork == 0;
        } finally {
            lock.unlock();
        }
    }
}
