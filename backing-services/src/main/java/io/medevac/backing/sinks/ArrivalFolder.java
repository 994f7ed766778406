package io.medevac.backing.sinks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A folder of files named in the order of their arrival; none is ever seen half written. */
final class ArrivalFolder {
    private final Path folder;
    private final AtomicLong count = new AtomicLong();

    ArrivalFolder(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    Path keep(byte[] content, String ending) throws IOException {
        String name =
                "%013d-%04d%s"
                        .formatted(Instant.now().toEpochMilli(), count.incrementAndGet(), ending);
        Path half = Files.write(folder.resolve("." + name + ".new"), content);
        return Files.move(half, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
