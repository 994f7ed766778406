package io.medevac.slurmbridge.adapter.progress;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a job tells its progress: {@code {"step":412, "restart":0, "checkpoint":
 * {"step":412, "at":"…Z"}, "at":"…Z"}}. It belongs to the job's owner, so nothing in it is trusted
 * beyond what it is: a claim about that job.
 */
final class ProgressFile {
    private static final int MAX_BYTES = 64 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String template;

    /**
     * @param template path with {@code {work_dir}}, {@code {job_id}}, {@code {job_name}}, {@code
     *     {user}}
     */
    ProgressFile(String template) {
        this.template = template;
    }

    /**
     * What the job wrote.
     *
     * @throws IOException when there is no such file, or it is not what it should be
     */
    Progress read(SlurmJob job) throws IOException {
        Path path = pathOf(job);
        // Opening a pipe would wait for a writer for ever.
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException(path + " is no regular file");
        }
        byte[] bytes;
        try (InputStream file = Files.newInputStream(path)) {
            bytes = file.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(path + " is longer than " + MAX_BYTES + " bytes");
        }
        return parse(JSON.readTree(bytes), path.toString());
    }

    private Path pathOf(SlurmJob job) throws IOException {
        SlurmJob.About about = job.about();
        String path =
                template.replace("{job_id}", Long.toString(job.id()))
                        .replace("{job_name}", oneName(about.name()))
                        .replace("{user}", oneName(about.user()))
                        .replace("{work_dir}", about.workDir());
        if (!path.startsWith("/") || path.indexOf('\0') >= 0) {
            throw new IOException("not an absolute path: " + path);
        }
        return Path.of(path);
    }

    /** A job or user name that would lead to another folder is none. */
    private static String oneName(String name) throws IOException {
        if (name.isEmpty() || name.contains("/") || name.contains("{") || name.startsWith(".")) {
            throw new IOException("not a file name: " + name);
        }
        return name;
    }

    private static Progress parse(JsonNode json, String source) throws IOException {
        if (json == null || !json.path("restart").isInt()) {
            throw new IOException(source + " tells no restart count");
        }
        JsonNode checkpoint = json.path("checkpoint");
        return new Progress(
                json.path("restart").intValue(),
                mark(json, source),
                checkpoint.isObject() ? mark(checkpoint, source) : null);
    }

    private static Mark mark(JsonNode json, String source) throws IOException {
        if (!json.path("step").canConvertToLong() || !json.path("step").isIntegralNumber()) {
            throw new IOException(source + " tells no step");
        }
        return new Mark(
                json.path("step").longValue(),
                instant(json.path("at").textValue(), source),
                source);
    }

    private static Instant instant(@Nullable String text, String source) throws IOException {
        try {
            return Instant.parse(Optional.ofNullable(text).orElse(""));
        } catch (DateTimeException e) {
            throw new IOException(source + " tells no time", e);
        }
    }
}
