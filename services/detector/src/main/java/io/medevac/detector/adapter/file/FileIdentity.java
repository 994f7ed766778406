package io.medevac.detector.adapter.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What tells one file from the next one of the same name: inode numbers are used again, and a file
 * that is cut and written anew keeps its own.
 *
 * @param inode inode number
 * @param firstLine begin of SHA-256 of the first line (of its first 1024 bytes)
 */
record FileIdentity(long inode, String firstLine) {
    private static final int FINGERPRINT = 1024;
    private static final int SHOWN = 8;

    /**
     * Identity of the file; empty while its first line is not complete.
     *
     * @throws NoSuchFileException when there is none
     */
    static Optional<FileIdentity> of(Path file) throws IOException {
        while (true) {
            long inode = inode(file);
            Optional<String> firstLine;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                firstLine = firstLine(channel);
            }
            // Renamed between the two: look again.
            if (inode(file) == inode) {
                return firstLine.map(line -> new FileIdentity(inode, line));
            }
        }
    }

    private static long inode(Path file) throws IOException {
        return ((Number) Files.getAttribute(file, "unix:ino")).longValue();
    }

    private static Optional<String> firstLine(FileChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(FINGERPRINT);
        while (head.hasRemaining()) {
            if (channel.read(head, head.position()) < 0) {
                break;
            }
        }
        for (int i = 0; i < head.position(); i++) {
            if (head.get(i) == '\n') {
                return Optional.of(digest(Arrays.copyOf(head.array(), i)));
            }
        }
        return head.hasRemaining() ? Optional.empty() : Optional.of(digest(head.array()));
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, SHOWN);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
