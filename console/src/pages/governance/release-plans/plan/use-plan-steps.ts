import { useQuery } from '@tanstack/react-query';
import type { StrategyPlace } from '../../../flags/features/one/strategies/strategy-place.js';
import { type Plan, planStepsQuery } from '../release-plan-queries.js';

/** What an event about a plan says. */
export interface StepData {
  planId?: string;
  milestoneName?: string;
  /** Of a started milestone: `user`, `progression`, `safeguard` or `switch`. */
  startedBy?: string;
  /** Why a plan was paused. */
  reason?: string;
}

/** A step of a plan: a milestone was started, or the plan was paused or resumed. */
export interface Step {
  id: number;
  createdAt: string;
  createdBy: string;
  data: StepData;
}

/** The last steps of a plan, newest first; undefined until they are read. */
export function usePlanSteps(place: StrategyPlace, plan: Plan) {
  const { data, error, refetch } = useQuery(planStepsQuery(place));
  const steps = data
    ?.map(({ data: step, ...event }): Step => ({ ...event, data: (step ?? {}) as StepData }))
    .filter((step) => step.data.planId === plan.id);
  return { steps, error, refetch };
}
