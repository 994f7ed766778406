package io.medevac.backing.process;

import java.nio.file.Path;

/**
 * Where the processes of one stack keep their data, logs and pid files. Two stacks with different
 * roots never meet.
 *
 * @param root folder of the stack; made when first needed
 */
public record StateDirectory(Path root) {

    public StateDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Folder of the data that a process keeps over restarts. */
    public Path data(String process) {
        return root.resolve("data").resolve(process);
    }

    /** File that takes standard output and standard error of a process. */
    public Path log(String process) {
        return root.resolve("logs").resolve(process + ".log");
    }

    /** File that tells which process runs under this name, see {@link ProcessIdentity}. */
    public Path pidFile(String process) {
        return root.resolve("run").resolve(process + ".pid");
    }
}
