package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.demo.Facts.Webhook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the mails and webhook calls that the sinks have taken. */
final class Received {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Home home;

    Received(Home home) {
        this.home = home;
    }

    /** Mails to an address, oldest first. */
    List<String> mailsTo(String address) {
        return texts(home.mails()).stream()
                .filter(
                        mail ->
                                mail.lines()
                                        .takeWhile(line -> !line.isEmpty())
                                        .anyMatch(
                                                line ->
                                                        line.toLowerCase(Locale.ROOT)
                                                                        .startsWith("to:")
                                                                && line.contains(address)))
                .toList();
    }

    /** Webhook calls, oldest first. */
    List<Webhook> webhooks() {
        return texts(home.webhooks()).stream().map(Received::webhook).toList();
    }

    /** The key that webhooks are signed with. */
    String webhookSecret() {
        try {
            return Files.readString(home.secrets().resolve("webhook"));
        } catch (IOException e) {
            throw new CommandFailure("the webhook secret cannot be read: " + e.getMessage(), e);
        }
    }

    private static Webhook webhook(String text) {
        try {
            JsonNode call = JSON.readTree(text);
            Map<String, String> headers = new LinkedHashMap<>();
            call.path("headers")
                    .properties()
                    .forEach(
                            header ->
                                    headers.put(
                                            header.getKey().toLowerCase(Locale.ROOT),
                                            header.getValue().isArray()
                                                    ? header.getValue().path(0).asText()
                                                    : header.getValue().asText()));
            return new Webhook(headers, call.path("body").asText());
        } catch (IOException e) {
            throw new CommandFailure("a webhook call was stored as what is no JSON", e);
        }
    }

    private static List<String> texts(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> texts = new ArrayList<>();
            for (Path file :
                    files.filter(file -> !file.getFileName().toString().startsWith("."))
                            .sorted()
                            .toList()) {
                texts.add(Files.readString(file, StandardCharsets.UTF_8));
            }
            return texts;
        } catch (IOException e) {
            throw new CommandFailure(folder + " cannot be read: " + e.getMessage(), e);
        }
    }
}
