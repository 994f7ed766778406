package io.medevac.backing.sinks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One client's conversation: commands in, replies out, mails into the folder. */
final class SmtpConversation {
    private static final int MAX_LINE_BYTES = 2_000;
    private static final int MAX_MAIL_BYTES = 1 << 20;

    private final InputStream in;
    private final OutputStream out;
    private final ArrivalFolder mails;
    private final StringBuilder envelope = new StringBuilder();
    private boolean recipient;

    SmtpConversation(InputStream in, OutputStream out, ArrivalFolder mails) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.mails = mails;
    }

    void run() throws IOException {
        reply("220 medevac mail catcher");
        while (true) {
            String line = text(line(MAX_LINE_BYTES));
            String command = line.strip().split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
            switch (command) {
                case "EHLO", "HELO" -> reply("250 medevac");
                case "MAIL" -> {
                    reset();
                    keep("X-Envelope-From", line);
                }
                case "RCPT" -> {
                    recipient = true;
                    keep("X-Envelope-To", line);
                }
                case "DATA" -> data();
                case "RSET" -> {
                    reset();
                    reply("250 ok");
                }
                case "NOOP" -> reply("250 ok");
                case "QUIT" -> {
                    reply("221 bye");
                    return;
                }
                default -> reply("500 unknown command");
            }
        }
    }

    private void reset() {
        envelope.setLength(0);
        recipient = false;
    }

    private void keep(String header, String line) throws IOException {
        int from = line.indexOf('<');
        int to = line.indexOf('>', Math.max(from, 0));
        String address = from < 0 || to < 0 ? "" : line.substring(from + 1, to);
        envelope.append(header).append(": ").append(address).append("\r\n");
        reply("250 ok");
    }

    private void data() throws IOException {
        if (!recipient) {
            reply("503 RCPT first");
            return;
        }
        reply("354 go on, end with a dot");
        ByteArrayOutputStream mail = new ByteArrayOutputStream();
        mail.writeBytes(envelope.toString().getBytes(StandardCharsets.UTF_8));
        boolean tooLarge = false;
        for (byte[] line = line(MAX_MAIL_BYTES); !isEnd(line); line = line(MAX_MAIL_BYTES)) {
            tooLarge = tooLarge || mail.size() + line.length > MAX_MAIL_BYTES;
            if (!tooLarge) {
                int dots = line.length > 1 && line[0] == '.' ? 1 : 0;
                mail.write(line, dots, line.length - dots);
            }
        }
        reset();
        if (tooLarge) {
            reply("552 more than " + MAX_MAIL_BYTES + " bytes");
            return;
        }
        mails.keep(mail.toByteArray(), ".eml");
        reply("250 kept");
    }

    private static boolean isEnd(byte[] line) {
        return text(line).equals(".\r\n");
    }

    /** A line with its end; one that is longer comes in pieces. */
    private byte[] line(int most) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < most) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("connection closed");
            }
            line.write(next);
            if (next == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void reply(String text) throws IOException {
        out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }
}
