package io.medevac.launcher.doctor;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.ExternalCommand;
import io.medevac.launcher.stack.Lab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks at this machine without changing it. */
public final class Doctor {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final long MEMORY_MIB = 6 * 1024;
    private static final long DISK_MIB = 6 * 1024;

    private final Installation installation;
    private final Lab lab;

    /**
     * A doctor for this machine.
     *
     * @param lab knows which parts a cluster is made of
     */
    public Doctor(Installation installation, Lab lab) {
        this.installation = installation;
        this.lab = lab;
    }

    /** Everything that is needed, with what was found. */
    public List<Finding> findings() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(system());
        findings.add(root());
        findings.add(
                new Finding(
                        "JDK 21 or newer",
                        Runtime.version().feature() >= 21,
                        Runtime.version() + " in " + System.getProperty("java.home"),
                        ""));
        findings.add(program("Maven 3.8 or newer", "apt-get install maven", "mvn", "-v"));
        findings.add(memory());
        findings.add(disk());
        findings.add(namespaces());
        for (Lab.Part part : lab.parts()) {
            findings.add(new Finding(part.part(), part.present(), part.detail(), part.command()));
        }
        return findings;
    }

    private static Finding system() {
        String release = read(Path.of("/etc/os-release"));
        boolean known =
                release.lines().anyMatch(line -> line.matches("ID(_LIKE)?=.*(debian|ubuntu).*"));
        String name =
                release.lines()
                        .filter(line -> line.startsWith("PRETTY_NAME="))
                        .map(line -> line.substring(12).replace("\"", ""))
                        .findFirst()
                        .orElse("unknown");
        return new Finding("Debian or Ubuntu", known, name, "");
    }

    private static Finding root() throws InterruptedException {
        boolean root = System.getProperty("user.name").equals("root");
        boolean sudo = !root && succeeds("sudo", "-n", "true");
        return new Finding(
                "root or sudo",
                root || sudo,
                root ? "root" : sudo ? "sudo without a password" : "neither",
                root || sudo ? "" : "run it as root, or allow sudo without a password");
    }

    private static Finding memory() {
        long available =
                read(Path.of("/proc/meminfo"))
                        .lines()
                        .filter(line -> line.startsWith("MemAvailable:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                        .findFirst()
                        .orElse(0);
        return amount("memory", available, MEMORY_MIB);
    }

    private Finding disk() {
        try {
            long free = Files.getFileStore(installation.root()).getUsableSpace() >> 20;
            return amount("free disk space", free, DISK_MIB);
        } catch (IOException e) {
            return new Finding("free disk space", false, e.getMessage(), "");
        }
    }

    private static Finding amount(String part, long mebibytes, long wanted) {
        return new Finding(
                part,
                mebibytes >= wanted,
                String.format(
                        Locale.ROOT, "%.1f GiB, %d wanted", mebibytes / 1024.0, wanted / 1024),
                "");
    }

    private static Finding namespaces() throws InterruptedException {
        boolean allowed =
                succeeds("unshare", "--net", "--mount", "--uts", "--pid", "--fork", "true");
        String cgroups =
                Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))
                        ? "cgroup v2"
                        : "cgroup v1";
        return new Finding("namespaces and cgroups", allowed, cgroups, "");
    }

    private static Finding program(String part, String install, String... command)
            throws InterruptedException {
        try {
            String said = ExternalCommand.of(command).output(DEADLINE);
            String first = said.lines().findFirst().orElse("");
            return new Finding(part, true, first.replaceAll("\u001b\\[[0-9;]*m", ""), "");
        } catch (CommandFailure e) {
            return new Finding(part, false, "not found", install);
        }
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return ExternalCommand.of(command).run(DEADLINE).exitCode() == 0;
        } catch (CommandFailure e) {
            return false; // there is no such program
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
