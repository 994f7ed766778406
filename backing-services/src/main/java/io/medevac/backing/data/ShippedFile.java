package io.medevac.backing.data;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;

/** A file of {@code k8s/} that was shipped with this program. */
public final class ShippedFile {

    private static final String FOLDER = "/io/medevac/backing/k8s/";
    private static final ObjectMapper YAML =
            YAMLMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private ShippedFile() {}

    /** What reads the content. */
    @FunctionalInterface
    public interface Reader<T> {

        /** Reads it. */
        T read(InputStream content) throws IOException;
    }

    /**
     * Reads a file.
     *
     * @param path below {@code k8s/}
     * @throws IllegalStateException when it is not there or cannot be read
     */
    public static <T> T read(String path, Reader<T> reader) {
        try (InputStream content = ShippedFile.class.getResourceAsStream(FOLDER + path)) {
            if (content == null) {
                throw new IllegalStateException("k8s/" + path + " is not on the class path");
            }
            return reader.read(content);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "k8s/" + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads YAML of a known form.
     *
     * @throws IOException when it is no YAML or has an unknown key
     */
    public static <T> T yaml(InputStream content, Class<T> form) throws IOException {
        return YAML.readValue(content, form);
    }
}
