package io.medevac.systemtests;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Something that is done when an effect was tried for the first time. */
final class Once implements Consumer<Point> {
    private final String method;
    private final String argument;
    private final Runnable what;
    private final AtomicBoolean done = new AtomicBoolean();

    private Once(String method, String argument, Runnable what) {
        this.method = method;
        this.argument = argument;
        this.what = what;
    }

    /**
     * Right after the effect, on the thread that tried it.
     *
     * @param method class and method, both as they are called
     * @param argument type of its first argument
     */
    static Once after(String method, String argument, Runnable what) {
        return new Once(method, argument, what);
    }

    @Override
    public void accept(Point point) {
        if (point.when().equals("after")
                && point.method().equals(method)
                && point.argument().equals(argument)
                && done.compareAndSet(false, true)) {
            what.run();
        }
    }

    /** Whether the effect was tried at all. */
    boolean reached() {
        return done.get();
    }

    @Override
    public String toString() {
        return "after " + method + " " + argument;
    }
}
