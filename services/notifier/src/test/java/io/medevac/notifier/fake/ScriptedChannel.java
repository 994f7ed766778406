package io.medevac.notifier.fake;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.notifier.port.Channel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers as told, then accepts; remembers what it was given. */
public final class ScriptedChannel implements Channel {

    private final ChannelKind kind;
    private final Deque<Outcome> script;
    private final List<Delivery> sent = new ArrayList<>();

    public ScriptedChannel(ChannelKind kind, Outcome... script) {
        this.kind = kind;
        this.script = new ArrayDeque<>(List.of(script));
    }

    @Override
    public ChannelKind kind() {
        return kind;
    }

    @Override
    public synchronized Outcome send(Delivery delivery) {
        sent.add(delivery);
        return script.isEmpty() ? new Outcome.Accepted() : script.removeFirst();
    }

    /** Every attempt. */
    public synchronized List<Delivery> sent() {
        return List.copyOf(sent);
    }
}
