package io.medevac.launcher.doctor;

/**
 * Something that the local stack needs.
 *
 * @param present whether it is here
 * @param detail what was found
 * @param command what gets it; empty when it is here, or when no command can
 */
public record Finding(String part, boolean present, String detail, String command) {}
