package io.medevac.remediator.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Attempt.Result;
import io.medevac.domain.remediation.incident.Effect;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Writing calls, one request each: no reading before, no trying again behind our back, and the
 * whole answer, of which the client's own methods hide the cause.
 */
@ApplicationScoped
class KubernetesCalls {
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON = "application/json";
    private static final int CONFLICT = 409;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final String TWO_BUDGETS = "more than one PodDisruptionBudget";

    private final KubernetesClient client;
    private final Duration timeout;

    KubernetesCalls(KubernetesClient client) {
        this.client = client;
        this.timeout = Duration.ofMillis(client.getConfiguration().getRequestTimeout());
    }

    /** Changes a node if it is still in the version the patch names. */
    Attempt patchNode(Effect effect, Map<String, Object> patch) {
        HttpRequest.Builder request =
                request("/api/v1/nodes/" + effect.target())
                        .patch(MERGE_PATCH, Serialization.asJson(patch));
        return send(effect, request, NOT_FOUND, Result.CONFLICT);
    }

    /** Writes to a pod; a pod that is not there is what was wanted. */
    Attempt post(Effect effect, String path, Map<String, Object> body) {
        return send(
                effect,
                request(path).post(JSON, Serialization.asJson(body)),
                NOT_FOUND,
                Result.DONE);
    }

    /** Deletes a pod of that life; another one of the same name is none of ours. */
    Attempt delete(Effect effect, String path, Map<String, Object> options) {
        return send(
                effect,
                request(path).delete(JSON, Serialization.asJson(options)),
                CONFLICT,
                Result.DONE);
    }

    private HttpRequest.Builder request(String path) {
        String base = client.getMasterUrl().toString();
        return client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(base.endsWith("/") ? base + path.substring(1) : base + path)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Attempt send(Effect effect, HttpRequest.Builder request, int special, Result meaning) {
        try {
            HttpResponse<String> answer =
                    client.getHttpClient()
                            .sendAsync(request.build(), String.class)
                            .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return answer.isSuccessful()
                    ? attempt(effect, Result.DONE, "")
                    : refused(effect, answer, special, meaning);
        } catch (ExecutionException e) {
            return attempt(effect, Result.FAILED, "no answer: " + e.getCause().getMessage());
        } catch (TimeoutException e) {
            return attempt(effect, Result.FAILED, "no answer in " + timeout.toMillis() + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return attempt(effect, Result.FAILED, "interrupted");
        }
    }

    private static Attempt refused(
            Effect effect, HttpResponse<String> answer, int special, Result meaning) {
        int code = answer.code();
        String detail = code + " " + words(answer.body());
        if (code == special || (code == NOT_FOUND && meaning == Result.DONE)) {
            return attempt(effect, meaning, detail);
        }
        Result result =
                switch (code) {
                    case CONFLICT -> Result.CONFLICT;
                    case FORBIDDEN -> Result.FORBIDDEN;
                    case TOO_MANY_REQUESTS -> Result.BLOCKED;
                    default -> detail.contains(TWO_BUDGETS) ? Result.BLOCKED : Result.FAILED;
                };
        return attempt(effect, result, detail);
    }

    /** Message and causes of a Status; the body as it is when it is none. */
    private static String words(@Nullable String body) {
        if (body == null || body.isEmpty()) {
            return "";
        }
        try {
            Status status = Serialization.unmarshal(body, Status.class);
            StringBuilder words =
                    new StringBuilder(status.getMessage() == null ? "" : status.getMessage());
            if (status.getDetails() != null) {
                for (StatusCause cause : status.getDetails().getCauses()) {
                    words.append(' ').append(cause.getMessage());
                }
            }
            return words.toString();
        } catch (RuntimeException e) {
            return body.substring(0, Math.min(body.length(), 200)).replaceAll("\\s+", " ");
        }
    }

    private static Attempt attempt(Effect effect, Result result, String detail) {
        return new Attempt(effect.getClass().getSimpleName(), effect.target(), result, detail);
    }
}
