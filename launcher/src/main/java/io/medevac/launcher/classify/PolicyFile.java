package io.medevac.launcher.classify;

import io.medevac.domain.detection.SitePolicy;
import io.medevac.intake.SitePolicyFile;
import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The site policy file of the command line. */
final class PolicyFile {

    private PolicyFile() {}

    /**
     * Reads it.
     *
     * @throws CommandFailure when it cannot be read or says something wrong: exit code 2
     */
    static SitePolicy read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(SitePolicyFile.LONGEST + 1);
            if (bytes.length > SitePolicyFile.LONGEST) {
                throw refused(file, "is longer than %d bytes".formatted(SitePolicyFile.LONGEST));
            }
            return SitePolicyFile.parse(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            throw refused(file, "is no UTF-8");
        } catch (IOException e) {
            throw refused(file, "cannot be read (%s)".formatted(e.getClass().getSimpleName()));
        } catch (IllegalArgumentException e) {
            throw refused(file, e.getMessage());
        }
    }

    private static CommandFailure refused(Path file, String why) {
        return CommandFailure.usage("the policy file %s is refused: %s".formatted(file, why));
    }
}
