package io.medevac.domain.detection;

import java.util.regex.Pattern;

/**
 * The kernel's own lines about a process that failed. They begin with the name of the process and
 * may end with that of a file, and a user chooses both: {@code NVRM: a[12]: segfault at 0 ip … in
 * fallen off the bus[401000+1000]}. No driver says them, so none of their words are a driver's.
 */
final class ProcessTrouble {
    /** A process name has at most 15 bytes; a byte may be written as {@code \xc3}. */
    private static final Pattern FORM =
            Pattern.compile(
                    "(?>\\\\x[0-9A-Fa-f]{2}|.){0,16}?(?:\\[\\d{1,10}\\]:? (?:segfault |traps?[: ]"
                            + "|general protection|bad frame|unhandled |invalid opcode"
                            + "|divide error|stack segment|int3 |bounds |undefined instruction"
                            + "|vsyscall |potentially unexpected |syscall |illegal "
                            + "|floating point |bad page |control protection|alignment )"
                            + "| invoked oom-killer: |: page allocation failure"
                            + "|: page allocation stall)");

    private ProcessTrouble() {}

    /** Whether the text, without framing, is such a line. */
    static boolean tells(String text) {
        return FORM.matcher(text).lookingAt();
    }
}
