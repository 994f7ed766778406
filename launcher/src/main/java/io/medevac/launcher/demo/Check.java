package io.medevac.launcher.demo;

/**
 * Something that must hold at the end.
 *
 * @param name what must hold
 * @param holds whether it does
 * @param detail what was seen
 */
public record Check(String name, boolean holds, String detail) {}
