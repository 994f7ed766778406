package io.medevac.detector.port;

/**
 * What a source is remembered by from one look to the next.
 *
 * @param key the source
 * @param version how often it was stored: one more than the version that it was read with, from 1;
 *     another replica that was faster is found out by it
 * @param body what is remembered, in the words of the adapter
 */
public record SourceState(String key, long version, String body) {}
