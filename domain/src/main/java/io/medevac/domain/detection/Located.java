package io.medevac.domain.detection;

/**
 * A finding and its place in the input.
 *
 * @param line line at which its record begins, from 1
 * @param finding the finding
 */
public record Located(long line, Finding finding) {}
