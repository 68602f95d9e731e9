import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import type { Proposal } from '../../change-requests/proposal.js';
import {
  pathOf,
  type StrategyPlace,
} from '../../../flags/features/one/strategies/strategy-place.js';
import type { Draft } from '../../../flags/strategies/strategy-draft.js';
import { bodyOfDraft } from '../../../flags/strategies/strategy-draft.js';

/** The change of a plan for others to approve. */
export function planProposal(
  { project, feature, environment }: StrategyPlace,
  action: Schemas['ChangeDto']['action'],
  payload: Record<string, unknown>,
): Proposal {
  return { project, environment, changes: [{ action, feature, payload }] };
}

export const addPlan = (place: StrategyPlace, templateId: string): Promise<unknown> =>
  bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans',
      { params: { path: pathOf(place) }, body: { templateId } },
    ),
  );

export const removePlan = (place: StrategyPlace, planId: string): Promise<unknown> =>
  bodyOf(
    api.DELETE(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/{planId}',
      { params: { path: { ...pathOf(place), planId } } },
    ),
  );

export const startMilestone = (
  place: StrategyPlace,
  planId: string,
  milestoneId: string,
): Promise<unknown> =>
  bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/{planId}/milestones/{milestoneId}/start',
      { params: { path: { ...pathOf(place), planId, milestoneId } } },
    ),
  );

const PROGRESSION =
  '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/progressions/{sourceMilestoneId}';

/** Lets the next milestone follow some minutes after the start of this one; null for never. */
export function setProgression(
  place: StrategyPlace,
  sourceMilestoneId: string,
  intervalMinutes: number | null,
): Promise<unknown> {
  const params = { path: { ...pathOf(place), sourceMilestoneId } };
  if (intervalMinutes === null) return bodyOf(api.DELETE(PROGRESSION, { params }));
  return bodyOf(
    api.PUT(PROGRESSION, { params, body: { transitionCondition: { intervalMinutes } } }),
  );
}

export const resumePlan = (place: StrategyPlace, planId: string): Promise<unknown> =>
  bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/progressions/{planId}/resume',
      { params: { path: { ...pathOf(place), planId } } },
    ),
  );

/** The new content of a strategy of a milestone; its kind stays. */
export function milestoneStrategyOf(draft: Draft): Schemas['UpdateMilestoneStrategyDto'] {
  const { title, disabled, parameters, constraints, segments, variants } = bodyOfDraft(draft);
  return { title, disabled, parameters, constraints, segments, variants };
}

export const changeStrategy = (
  place: StrategyPlace,
  strategyId: string,
  draft: Draft,
): Promise<unknown> =>
  bodyOf(
    api.PUT(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/milestone-strategies/{strategyId}',
      { params: { path: { ...pathOf(place), strategyId } }, body: milestoneStrategyOf(draft) },
    ),
  );

export const setSafeguard = (
  place: StrategyPlace,
  planId: string,
  body: Schemas['SafeguardDto'],
): Promise<unknown> =>
  bodyOf(
    api.PUT(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/{planId}/safeguards',
      { params: { path: { ...pathOf(place), planId } }, body },
    ),
  );

export const removeSafeguard = (
  place: StrategyPlace,
  planId: string,
  safeguardId: string,
): Promise<unknown> =>
  bodyOf(
    api.DELETE(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans/{planId}/safeguards/{safeguardId}',
      { params: { path: { ...pathOf(place), planId, safeguardId } } },
    ),
  );
