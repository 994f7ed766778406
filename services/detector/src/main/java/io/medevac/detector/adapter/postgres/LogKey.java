package io.medevac.detector.adapter.postgres;

import java.io.Serializable;

/**
 * Key of a log.
 *
 * @param stream name of the log
 * @param node the node whose log it is
 */
record LogKey(String stream, String node) implements Serializable {}
