package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.CodesInText;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.Meaning;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.SecondHand.Weight;
import io.medevac.domain.detection.condition.Producers.Reading;
import io.medevac.domain.detection.dcgm.DcgmErrors;
import io.medevac.domain.detection.dcgm.DcgmErrors.Result;
import io.medevac.domain.detection.xid.LinkNumber;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the text that a producer gives: which codes of which GPUs it names. */
final class Reader {
    private static final Pattern ENTRY = Pattern.compile("(?:^|;)\\s{0,4}(?=ErrorCode:)");
    private static final Pattern CODE = Pattern.compile("ErrorCode:(\\w{1,64})");
    private static final Pattern ADVICE = Pattern.compile("Recommended Action=(\\w{1,32})");
    private static final Pattern HEALTH_CODE = Pattern.compile("DCGMHealthCode(\\d{1,6})");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final SecondHand secondHand;
    private final DcgmErrors errors;

    Reader(SecondHand secondHand) {
        this.secondHand = secondHand;
        this.errors = new DcgmErrors(secondHand);
    }

    /**
     * What is to be read.
     *
     * @param source who says so, for the rule
     * @param check type of the condition or name of the check; may be empty
     * @param reason may be empty
     * @param message may be empty
     * @param result how bad DCGM's errors in it are
     * @param node the node; null when not known
     * @param at when it came; null when not known
     */
    record Words(
            String source,
            String check,
            String reason,
            String message,
            Result result,
            @Nullable String node,
            @Nullable Instant at) {

        Words with(String text) {
            return new Words(source, check, reason, text, result, node, at);
        }

        String text() {
            return message.isBlank() ? reason : message;
        }

        Finding finding(Fault fault) {
            return finding(fault, null);
        }

        /** An SXid is of the switch that the text names, at its address; GPUs in it are peers. */
        Finding ofSwitch(Fault sxid) {
            Gpu place = new Gpu(null, CodesInText.gpu(message).pci(), null);
            return new Finding(
                    sxid.on(place),
                    node,
                    null,
                    null,
                    LinkNumber.in(message),
                    CodesInText.nvSwitch(message),
                    at);
        }

        Finding finding(Fault fault, @Nullable XidReported xid) {
            boolean link = fault.scope() == FaultScope.NVLINK || fault.scope() == FaultScope.SWITCH;
            return new Finding(
                    fault,
                    node,
                    xid == null ? null : xid.pid(),
                    xid == null ? null : xid.process(),
                    link ? LinkNumber.in(message) : null,
                    null,
                    at);
        }
    }

    /**
     * What the words mean: the codes they name, else the reason, else this.
     *
     * @param reading how to read
     * @param otherwise what they mean where no code says better
     */
    List<Finding> read(Words words, Reading reading, Meaning otherwise) {
        if (reading == Reading.FIXED) {
            return List.of(words.finding(fault(words, otherwise)));
        }
        List<Finding> findings = new ArrayList<>();
        for (String entry : entries(CodesInText.whole(words.message()))) {
            findings.addAll(entry(words.with(entry), otherwise));
        }
        return findings;
    }

    /** Reads an entry; the action that it ends with is the source's advice, no part of its text. */
    private List<Finding> entry(Words entry, Meaning otherwise) {
        Matcher advice = ADVICE.matcher(entry.message());
        if (!advice.find()) {
            return said(entry, otherwise, "");
        }
        String text = entry.message().substring(0, advice.start()).strip();
        return said(entry.with(text), otherwise, advice.group(1));
    }

    private List<Finding> said(Words words, Meaning otherwise, String advice) {
        Gpu gpu = CodesInText.gpu(words.message());
        Matcher code = CODE.matcher(words.message());
        boolean coded = code.find();
        Optional<Fault> error = coded ? error(words, code, gpu) : Optional.empty();
        if (error.isPresent()) {
            Fault fault = advised(advice, error.get());
            return List.of(
                    fault.kind().equals(SecondHand.SXID)
                            ? words.ofSwitch(fault)
                            : words.finding(fault));
        }
        Optional<Integer> sxid =
                CodesInText.sxid(words.message()).or(() -> CodesInText.sxid(words.reason()));
        if (sxid.isPresent()) {
            return List.of(words.ofSwitch(sxid(words, sxid.get())));
        }
        List<XidReported> xids = xids(words, coded ? code.group(1) : "");
        if (!xids.isEmpty()) {
            String named = coded ? code.group(1) : "";
            return xids.stream().map(xid -> finding(words, named, xid, gpu, advice)).toList();
        }
        Matcher health = HEALTH_CODE.matcher(words.reason());
        Fault fault =
                health.find()
                        ? errors.fault(
                                words.source(),
                                errors.name(Integer.parseInt(health.group(1))),
                                words.result(),
                                gpu,
                                words.text())
                        : fault(words, otherwise);
        return List.of(words.finding(fault));
    }

    private static List<XidReported> xids(Words words, String code) {
        List<XidReported> xids = CodesInText.xids(words.message());
        if (!xids.isEmpty()) {
            return xids;
        }
        if (NUMBER.matcher(code).matches()) {
            return List.of(
                    new XidReported(null, Integer.parseInt(code), null, null, words.message()));
        }
        return CodesInText.xids(words.reason()).stream()
                .map(xid -> new XidReported(null, xid.code(), null, null, words.text()))
                .toList();
    }

    /** An error of DCGM, or an SXid of a check of switches. */
    private Optional<Fault> error(Words words, Matcher said, Gpu gpu) {
        String code = said.group(1);
        if (DcgmErrors.isName(code)) {
            String rest = words.message().substring(said.end());
            boolean better =
                    !CodesInText.xids(rest).isEmpty() || CodesInText.sxid(rest).isPresent();
            boolean vague = code.endsWith("XID_ERROR") || !errors.knows(code);
            return better && vague
                    ? Optional.empty()
                    : Optional.of(
                            errors.fault(
                                    words.source(), code, words.result(), gpu, words.message()));
        }
        boolean ofSwitch = words.check().contains("SXID") || words.check().contains("NVSwitch");
        return ofSwitch && NUMBER.matcher(code).matches()
                ? Optional.of(sxid(words, Integer.parseInt(code)))
                : Optional.empty();
    }

    private Fault sxid(Words words, int code) {
        Weight said = Weight.of(words.message());
        boolean failed = said == Weight.UNSAID && words.result() == Result.FAIL;
        return secondHand.sxid(words.source(), code, failed ? Weight.FATAL : said, words.message());
    }

    private Finding finding(Words words, String code, XidReported xid, Gpu gpu, String advice) {
        Gpu place = xid.pci() == null ? gpu : new Gpu(gpu.index(), xid.pci(), gpu.uuid());
        boolean named =
                code.equals(Integer.toString(xid.code()))
                        || CodesInText.xids(words.reason()).stream()
                                .anyMatch(other -> other.code() == xid.code());
        Fault fault =
                !named && CodesInText.onlyTold(words.message(), xid.code())
                        ? secondHand.toldXid(words.source(), xid, place)
                        : secondHand.xid(words.source(), xid, place);
        return words.finding(advised(advice, fault), xid);
    }

    private static Fault fault(Words words, Meaning meaning) {
        return meaning.fault(
                null,
                CodesInText.gpu(words.message()),
                words.source() + ": " + named(words),
                words.text());
    }

    private static String named(Words words) {
        return words.check().isEmpty() ? words.reason() : words.check() + " " + words.reason();
    }

    /** Shows that the source itself recommends another action. */
    private static Fault advised(String advice, Fault fault) {
        if (advice.isEmpty() || sameAs(advice, fault)) {
            return fault;
        }
        return fault.saidBy(fault.rule() + "; the source recommends " + advice);
    }

    private static boolean sameAs(String advice, Fault fault) {
        return switch (fault.action()) {
            case RESET_GPU -> advice.equals("COMPONENT_RESET") || advice.equals("RESET_GPU");
            case REBOOT_NODE -> advice.equals("RESTART_VM") || advice.equals("RESTART_BM");
            case REPLACE_NODE -> advice.equals("REPLACE_VM");
            case CONTACT_SUPPORT -> advice.equals("CONTACT_SUPPORT");
            case RESTART_APP -> advice.equals("RESTART_APP");
            case NONE, UNKNOWN -> advice.equals("NONE") || advice.equals("IGNORE");
        };
    }

    private static List<String> entries(String message) {
        List<String> entries = new ArrayList<>();
        Matcher start = ENTRY.matcher(message);
        int from = 0;
        while (start.find() && entries.size() < 64) {
            if (start.start() > from) {
                entries.add(message.substring(from, start.start()));
            }
            from = start.end();
        }
        entries.add(message.substring(from));
        return entries;
    }
}
