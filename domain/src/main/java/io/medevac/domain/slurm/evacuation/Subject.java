package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import java.util.UUID;

/**
 * What an evacuation is about; never changes.
 *
 * @param incident the incident
 * @param node the faulty Kubernetes node
 * @param machine the boot of the machine the incident is about
 * @param fault the fault
 * @param quarantined event that asked for the evacuation
 */
public record Subject(UUID incident, String node, Machine machine, Fault fault, UUID quarantined) {}
