package io.medevac.notifier.application;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.notifier.port.Channel;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The channel of each kind. */
public final class Channels {

    private final Map<ChannelKind, Channel> byKind;

    /**
     * @throws IllegalArgumentException when a kind has no channel
     * @throws IllegalStateException when a kind has two
     */
    public Channels(List<Channel> channels) {
        byKind = channels.stream().collect(Collectors.toMap(Channel::kind, Function.identity()));
        for (ChannelKind kind : ChannelKind.values()) {
            if (!byKind.containsKey(kind)) {
                throw new IllegalArgumentException("no channel for " + kind.word());
            }
        }
    }

    Channel of(ChannelKind kind) {
        return byKind.get(kind);
    }
}
