package io.medevac.remediator.application;

import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Takes in what an operator asked for. No command changes an incident yet; each is logged. */
@ApplicationScoped
public class RecordCommand {
    private static final Logger LOG = Logger.getLogger(RecordCommand.class);

    /**
     * Logs the command.
     *
     * @param command its name
     * @param operator who gave it
     * @param node the node it names
     */
    public void on(String command, String operator, String node) {
        LOG.infof("command ignored: command=%s operator=%s node=%s", command, operator, node);
    }
}
