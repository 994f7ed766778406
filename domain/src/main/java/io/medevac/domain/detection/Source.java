package io.medevac.domain.detection;

/**
 * Where a finding comes from, the richest source first: the kernel's own line tells sub-codes that
 * no other source carries on; a condition or an event quotes it or names a code; dcgm-exporter
 * shows the last code only; an alert is what a site's rule made of any of them, and a drain reason
 * what a site's health check made of them.
 */
public enum Source {
    KERNEL,
    CONDITION,
    EVENT,
    DCGM,
    ALERTMANAGER,
    SLURM
}
