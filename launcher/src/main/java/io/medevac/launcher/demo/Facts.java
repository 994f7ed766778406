package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.launcher.record.Incident;
import java.util.List;
import java.util.Map;

/**
 * All that was seen from the outside after the job had finished.
 *
 * @param job Slurm's job, as scontrol tells it
 * @param jobNodes nodes of its last run
 * @param slurmNode the faulty node in Slurm
 * @param slurmReplacement the replacement in Slurm
 * @param node the faulty node in Kubernetes
 * @param replacement the replacement in Kubernetes
 * @param pods pods of the workload
 * @param incident what the topics say
 * @param mails mails to the owner, as they were sent
 * @param webhooks webhook calls, as they came
 * @param webhookSecret key they must be signed with
 * @param training what the job did
 */
record Facts(
        String faultyNode,
        String spareNode,
        Map<String, String> job,
        List<String> jobNodes,
        Map<String, String> slurmNode,
        Map<String, String> slurmReplacement,
        JsonNode node,
        JsonNode replacement,
        JsonNode pods,
        Incident incident,
        List<String> mails,
        List<Webhook> webhooks,
        String webhookSecret,
        Training training) {

    /**
     * What the job computed.
     *
     * @param ledger steps in the order they were trained
     * @param result its weights and loss, one character a byte
     * @param reference those of the same job without a fault
     */
    record Training(List<TrainingRun.LedgerLine> ledger, String result, String reference) {}

    /** A webhook call: its headers in lower case and its body. */
    record Webhook(Map<String, String> headers, String body) {}
}
