package io.medevac.backing.registry;

import io.medevac.backing.cache.CacheDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** The registry's own distribution, which the build fetched into the local Maven repository. */
final class RegistryArchive {

    private RegistryArchive() {}

    static Path unpackedIn(CacheDirectory cache) throws IOException {
        Path archive = path();
        String version = archive.getParent().getFileName().toString();
        return cache.unpacked(
                "apicurio-registry/" + version,
                () -> new GZIPInputStream(Files.newInputStream(archive)));
    }

    private static Path path() throws IOException {
        try (InputStream in = RegistryArchive.class.getResourceAsStream("registry.archive")) {
            if (in == null) {
                throw new IOException(
                        "registry.archive is missing: build the module backing-services with Maven");
            }
            return Path.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }
}
