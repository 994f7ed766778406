package io.medevac.notifier.adapter.email;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Origin;
import io.vertx.ext.mail.MailMessage;

/** Turns a delivery into a mail: text and HTML, one thread an incident. */
final class MailBuilder {

    private final String from;
    private final String domain;

    /**
     * @param from plain address; its domain ends the Message-IDs
     */
    MailBuilder(String from) {
        this.from = from;
        this.domain = from.substring(from.lastIndexOf('@') + 1);
    }

    MailMessage mail(Delivery delivery) {
        Origin origin = delivery.origin();
        return new MailMessage()
                .setFrom(from)
                .setTo(delivery.recipient().name())
                .setSubject(header(delivery.message().title()))
                .setText(delivery.message().text())
                .setHtml(delivery.message().html())
                .addHeader("Message-ID", messageId(delivery.id()))
                .addHeader("References", messageId(origin.group()))
                .addHeader("Auto-Submitted", "auto-generated")
                .addHeader("X-Medevac-Type", header(delivery.message().type()))
                .addHeader("X-Medevac-Event", origin.eventId().toString());
    }

    private String messageId(Object id) {
        return "<" + id + "@" + domain + ">";
    }

    /** Titles hold no control characters already; a header must not depend on that. */
    private static String header(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
