package io.medevac.backing.sinks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmtpConversationTest {
    @TempDir Path folder;

    @Test
    void keepsAMailWithItsEnvelopeAndTakesTheStuffedDotsOut() throws Exception {
        String replies =
                talk(
                        "EHLO me\r\nMAIL FROM:<a@x>\r\nRCPT TO:<b@y>\r\nDATA\r\nSubject: hi\r\n\r\n..dot\r\n.\r\nQUIT\r\n");

        assertThat(replies).contains("354 ", "250 kept", "221 bye");
        assertThat(mails())
                .containsExactly(
                        "X-Envelope-From: a@x\r\nX-Envelope-To: b@y\r\nSubject: hi\r\n\r\n.dot\r\n");
    }

    @Test
    void answersGarbageAndGoesOn() throws Exception {
        assertThat(talk("\u0000\u00ff\r\nDATA\r\n" + "x".repeat(5_000) + "\r\nQUIT\r\n"))
                .contains("500 unknown command", "503 RCPT first", "221 bye");
        assertThat(mails()).isEmpty();
    }

    @Test
    void refusesAMailThatIsTooLargeAndKeepsNothingOfIt() throws Exception {
        String line = "y".repeat(900) + "\r\n";
        assertThat(
                        talk(
                                "MAIL FROM:<a@x>\r\nRCPT TO:<b@y>\r\nDATA\r\n"
                                        + line.repeat(1_300)
                                        + ".\r\nQUIT\r\n"))
                .contains("552 ", "221 bye");
        assertThat(mails()).isEmpty();
    }

    @Test
    void keepsNothingOfAMailThatBreaksOff() throws Exception {
        assertThat(talk("MAIL FROM:<a@x>\r\nRCPT TO:<b@y>\r\nDATA\r\nSubject: hi\r\n"))
                .doesNotContain("250 kept");
        assertThat(mails()).isEmpty();
    }

    private String talk(String words) throws Exception {
        ByteArrayOutputStream replies = new ByteArrayOutputStream();
        SmtpConversation conversation =
                new SmtpConversation(
                        new ByteArrayInputStream(words.getBytes(StandardCharsets.ISO_8859_1)),
                        replies,
                        new ArrivalFolder(folder));
        try {
            conversation.run();
        } catch (EOFException e) {
            replies.writeBytes("closed".getBytes(StandardCharsets.US_ASCII));
        }
        return replies.toString(StandardCharsets.US_ASCII);
    }

    private List<String> mails() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().map(SmtpConversationTest::text).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
