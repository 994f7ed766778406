package io.medevac.remediator.port;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.incident.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where healthy nodes come from. */
public interface ReplacementProvider {

    /** Its name, as it stands in events. */
    String name();

    /**
     * Nodes that could serve in the pool, as they were a moment ago; the decision checks each.
     *
     * @param pool the pool
     * @param picked name of the node picked before, read as the API has it now and told whether it
     *     is still offered or not; null when none was picked
     */
    List<NodeView> offers(String pool, @Nullable String picked);

    /** Does it, and says how it went; never throws for an answer of the API or the lack of one. */
    Attempt run(Effect.OnReplacement effect);
}
