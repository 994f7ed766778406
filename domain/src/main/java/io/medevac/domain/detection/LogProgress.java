package io.medevac.domain.detection;

/**
 * How far a log has been taken in, and what it told.
 *
 * @param origin the exact source
 * @param next position of the first line that has not been taken in
 * @param state what the lines before it told
 */
public record LogProgress(String origin, long next, KernelLogState state) {}
