package io.medevac.domain.notification;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * From an audience to recipients.
 *
 * <p>The owner's address is what the user gave to {@code sbatch --mail-user}, if it is an address;
 * a bare name, and the user name where nothing was given, get {@code ownerMailDomain}; without that
 * domain there is no address. In a template {@code {mail_user}} stands for that address and {@code
 * {user}} for the user name.
 *
 * @param ownerMailDomain domain of the users' mail; null when there is none
 */
public record Addressing(List<Route> routes, @Nullable String ownerMailDomain) {

    /** Strict on purpose: no quoted parts, no comments, no blanks, nothing that ends a header. */
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._+-]{1,64}");

    public Addressing {
        routes = List.copyOf(routes);
    }

    /** Those who can be reached, and why others cannot. */
    public record Addressed(List<Recipient> recipients, List<Silence> silences) {
        public Addressed {
            recipients = List.copyOf(recipients);
            silences = List.copyOf(silences);
        }
    }

    /** Whether the text is a plain mail address. */
    public static boolean isAddress(String text) {
        return ADDRESS.matcher(text).matches();
    }

    /** Recipients of a notice; each only once by each channel. */
    public Addressed recipients(Notice notice) {
        List<Recipient> recipients = new ArrayList<>();
        List<Silence> silences = new ArrayList<>();
        List<Route> ways =
                routes.stream().filter(route -> route.audience() == notice.audience()).toList();
        for (Route route : ways) {
            Optional<Recipient> recipient = recipient(route, notice.owner());
            if (recipient.isEmpty()) {
                silences.add(Silence.NO_ADDRESS);
            } else if (recipients.stream().noneMatch(known -> same(known, recipient.get()))) {
                recipients.add(recipient.get());
            }
        }
        if (ways.isEmpty()) {
            silences.add(Silence.NO_ROUTE);
        }
        return new Addressed(recipients, silences);
    }

    private static boolean same(Recipient a, Recipient b) {
        return a.channel() == b.channel() && a.name().equals(b.name());
    }

    private Optional<Recipient> recipient(Route route, @Nullable TroubledJob owner) {
        return switch (route.channel()) {
            case WEBHOOK -> Optional.of(new Recipient(route.name(), route.channel(), route.name()));
            case EMAIL ->
                    address(route.target(), owner)
                            .filter(Addressing::isAddress)
                            .map(to -> new Recipient(route.name(), route.channel(), to));
        };
    }

    private Optional<String> address(String target, @Nullable TroubledJob owner) {
        if (owner == null) {
            return Optional.of(target);
        }
        String address = target;
        if (target.contains("{mail_user}")) {
            Optional<String> mail = mailOf(owner);
            if (mail.isEmpty()) {
                return Optional.empty();
            }
            address = target.replace("{mail_user}", mail.get());
        }
        return address.contains("{user}") && !NAME.matcher(owner.user()).matches()
                ? Optional.empty()
                : Optional.of(address.replace("{user}", owner.user()));
    }

    private Optional<String> mailOf(TroubledJob owner) {
        String given = owner.mailUser() == null ? "" : owner.mailUser().strip();
        if (isAddress(given)) {
            return Optional.of(given);
        }
        String name = NAME.matcher(given).matches() ? given : owner.user();
        return ownerMailDomain != null && NAME.matcher(name).matches()
                ? Optional.of(name + "@" + ownerMailDomain)
                : Optional.empty();
    }
}
