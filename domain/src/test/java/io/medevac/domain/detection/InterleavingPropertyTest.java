package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Nodes that write into one log, in whatever turns, are read as if each had one of its own. */
class InterleavingPropertyTest {
    /** Lines of the kernel without a framing, to which one is given. */
    private static final Pattern BARE =
            Pattern.compile("(?:NVRM:|nvidia|mlx5_|NETDEV|amdgpu|pcieport).*");

    /** Lines of other nodes between two of one node; a report reaches further than that. */
    private static final int MOST_BETWEEN = 24;

    /** Its Xid is one record with a lost GPU only when it follows at once. */
    private static final int FALLEN_OFF_THE_BUS = 79;

    @RepeatedTest(60)
    void eachNodeSaysTheSameAsAlone(RepetitionInfo run) throws IOException {
        Random random = new Random(run.getCurrentRepetition());
        List<List<String>> logs = new ArrayList<>();
        for (int node = 0; node < 2 + random.nextInt(4); node++) {
            logs.add(log("n" + node, random));
        }

        List<Finding> together = Reading.findings(inTurns(logs, random));

        for (int node = 0; node < logs.size(); node++) {
            String name = "n" + node;
            assertThat(together)
                    .filteredOn(finding -> name.equals(finding.node()))
                    .isEqualTo(Reading.findings(logs.get(node)));
        }
        assertThat(together).isNotEmpty();
    }

    private static List<String> log(String node, Random random) throws IOException {
        List<CorpusRow> rows =
                CorpusRow.all().stream()
                        .filter(row -> row.code() == null || row.code() != FALLEN_OFF_THE_BUS)
                        .filter(
                                row ->
                                        row.lines().stream()
                                                .allMatch(line -> BARE.matcher(line).matches()))
                        .toList();
        List<String> log = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            for (String line : rows.get(random.nextInt(rows.size())).lines()) {
                log.add("2026-06-23T12:%02d:00Z %s kernel: %s".formatted(i, node, line));
            }
        }
        return log;
    }

    private static List<String> inTurns(List<List<String>> logs, Random random) {
        List<String> mixed = new ArrayList<>();
        int[] taken = new int[logs.size()];
        int[] last = new int[logs.size()];
        while (mixed.size() < logs.stream().mapToInt(List::size).sum()) {
            int next = waitingForLongest(logs, taken, last);
            if (mixed.size() - last[next] < MOST_BETWEEN - logs.size()) {
                do {
                    next = random.nextInt(logs.size());
                } while (taken[next] == logs.get(next).size());
            }
            mixed.add(logs.get(next).get(taken[next]++));
            last[next] = mixed.size();
        }
        return mixed;
    }

    private static int waitingForLongest(List<List<String>> logs, int[] taken, int[] last) {
        int longest = -1;
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] < logs.get(i).size() && (longest < 0 || last[i] < last[longest])) {
                longest = i;
            }
        }
        return longest;
    }
}
