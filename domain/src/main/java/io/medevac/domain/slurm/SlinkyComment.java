package io.medevac.domain.slurm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The comment that Slinky's operator keeps at a Slurm node: JSON with {@code namespace}, {@code
 * podName}, {@code node} and others, all flat. Only read, never written.
 */
final class SlinkyComment {
    private static final Pattern NODE =
            Pattern.compile("[{,]\\s*\"node\"\\s*:\\s*\"([A-Za-z0-9.-]{1,253})\"\\s*[,}]");

    private SlinkyComment() {}

    /** The Kubernetes node it names; empty for any other comment. */
    static Optional<String> kubernetesNode(String comment) {
        if (!comment.startsWith("{")) {
            return Optional.empty();
        }
        Matcher matcher = NODE.matcher(comment);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
