package io.medevac.remediator.port;

import io.medevac.domain.remediation.policy.RemediationPolicy;

/** What the operator allows at the moment. */
public interface PolicySource {

    /** The policy in force. */
    RemediationPolicy current();
}
