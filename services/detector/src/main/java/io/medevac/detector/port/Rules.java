package io.medevac.detector.port;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SitePolicy;

/** The rules as they are now; ask again for each thing that is decided. */
public interface Rules {

    /** What reports mean, with what the site wants otherwise. Never null. */
    FaultCatalogue catalogue();

    /** What the site wants otherwise, for findings that no catalogue decides. Never null. */
    SitePolicy policy();
}
