package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Look;

/**
 * What to do next in one state.
 *
 * @param <S> the state
 */
interface Step<S> {

    /** What to do next. Pure: same state and look, same outcome. */
    StepOutcome decide(S state, Look look);
}
