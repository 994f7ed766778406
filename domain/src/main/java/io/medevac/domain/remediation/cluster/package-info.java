/** What was seen of the cluster: nodes, pods, the marks they carry. */
@NullMarked
package io.medevac.domain.remediation.cluster;

import org.jspecify.annotations.NullMarked;
