package io.medevac.detector.adapter.dcgm;

import java.util.Set;

/**
 * Which targets are this replica's: each goes to the replica that its name and theirs give the
 * highest hash, so that of the targets only those of a replica that died move.
 *
 * @param self this replica
 * @param alive all replicas that are alive
 */
record Share(String self, Set<String> alive) {
    private static final long PRIME = 0x100000001b3L;

    /** Keeps a copy. */
    Share {
        alive = Set.copyOf(alive);
    }

    boolean has(String key) {
        long own = weight(self, key);
        for (String other : alive) {
            long its = weight(other, key);
            if (!other.equals(self) && (its > own || (its == own && other.compareTo(self) > 0))) {
                return false;
            }
        }
        return true;
    }

    private static long weight(String replica, String key) {
        return spread(hash(key) ^ spread(hash(replica)));
    }

    /** A hash of which each bit is as good as any other. */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return spread(hash);
    }

    private static long spread(long hash) {
        long spread = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        spread = (spread ^ (spread >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return spread ^ (spread >>> 33);
    }
}
