package io.medevac.domain.remediation.incident;

import java.time.Instant;

/**
 * A phase the incident went through.
 *
 * @param name name of the state
 * @param startedAt when it began
 * @param endedAt when it ended
 */
public record Phase(StateName name, Instant startedAt, Instant endedAt) {}
