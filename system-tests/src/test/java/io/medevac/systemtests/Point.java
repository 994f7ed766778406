package io.medevac.systemtests;

/**
 * A moment in the work of a process, found in the trace of a good run.
 *
 * @param process which process came to it
 * @param when before or after the method
 * @param method class and method
 * @param argument type of the first argument, where it says what is done; else empty
 * @param nth the how manieth time since the fault, from 1
 */
record Point(String process, String when, String method, String argument, int nth) {

    @Override
    public String toString() {
        String what = argument.isEmpty() ? method : method + "(" + argument + ")";
        return process + " " + when + " " + what + " #" + nth;
    }
}
