package io.medevac.detector.adapter.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Path of the kernel logs, with {@code {node}} in place of the node's name. */
public final class FilePattern {
    private static final String NODE = "{node}";

    /** Names that Kubernetes allows for nodes. */
    private static final String NAME = "([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)";

    private final Path root;
    private final Pattern element;
    private final Path below;

    private FilePattern(Path root, Pattern element, Path below) {
        this.root = root;
        this.element = element;
        this.below = below;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException when it is not absolute or has not exactly one {@code
     *     {node}}
     */
    public static FilePattern of(String pattern) {
        Path path = Path.of(pattern);
        int at = -1;
        for (int i = 0; i < path.getNameCount(); i++) {
            if (path.getName(i).toString().contains(NODE)) {
                at = i;
            }
        }
        if (!path.isAbsolute() || at < 0 || pattern.indexOf(NODE) != pattern.lastIndexOf(NODE)) {
            throw new IllegalArgumentException(
                    "medevac.detector.kernel-log.files: must be an absolute path with {node} once,"
                            + " is: "
                            + pattern);
        }
        String name = path.getName(at).toString();
        int split = name.indexOf(NODE);
        Pattern element =
                Pattern.compile(
                        Pattern.quote(name.substring(0, split))
                                + NAME
                                + Pattern.quote(name.substring(split + NODE.length())));
        Path root = at == 0 ? path.getRoot() : path.getRoot().resolve(path.subpath(0, at));
        boolean last = at == path.getNameCount() - 1;
        return new FilePattern(
                root, element, last ? Path.of("") : path.subpath(at + 1, path.getNameCount()));
    }

    /** The folder whose entries name the nodes. */
    Path root() {
        return root;
    }

    /**
     * The files that are there now, by node.
     *
     * @throws IOException when the root cannot be read
     */
    Map<String, Path> files() throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            for (Path entry : entries) {
                Matcher name = element.matcher(entry.getFileName().toString());
                if (name.matches()) {
                    Path file = below.toString().isEmpty() ? entry : entry.resolve(below);
                    if (Files.isRegularFile(file)) {
                        files.put(name.group(1), file);
                    }
                }
            }
        }
        return files;
    }
}
