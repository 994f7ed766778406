package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.DetectorStack;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** The meters of the running detector. */
final class Meters implements AutoCloseable {
    private static final int OK = 200;
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(20);

    /** An offer to upgrade to HTTP/2 would come with each question. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final DetectorStack stack;

    Meters(DetectorStack stack) {
        this.stack = stack;
    }

    /**
     * All of them at one moment.
     *
     * @param lines in the text form of Prometheus
     */
    record Reading(List<String> lines) {

        /** Sum of all series that begin like this; 0 when there is none. */
        double sum(String series) {
            return lines.stream()
                    .filter(line -> line.startsWith(series))
                    .mapToDouble(
                            line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    /**
     * Reads them.
     *
     * @throws CommandFailure when the detector does not answer
     */
    Reading read() throws InterruptedException {
        HttpRequest metrics =
                HttpRequest.newBuilder(stack.detectorUrl().resolve("/q/metrics"))
                        .timeout(ANSWERS_WITHIN)
                        .build();
        try {
            HttpResponse<String> answer = http.send(metrics, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new CommandFailure(
                        "the detector answered %d for its meters".formatted(answer.statusCode()));
            }
            return new Reading(answer.body().lines().toList());
        } catch (IOException e) {
            throw new CommandFailure("the detector does not answer: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
