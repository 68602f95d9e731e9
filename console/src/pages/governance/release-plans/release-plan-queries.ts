import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { pathOf, type StrategyPlace } from '../../flags/features/one/strategies/strategy-place.js';

export type Template = Schemas['ReleasePlanTemplateResponse'];
export type Plan = Schemas['ReleasePlanResponse'];
export type Milestone = Schemas['MilestoneResponse'];
export type MilestoneStrategy = Schemas['MilestoneStrategyResponse'];
export type Safeguard = Schemas['SafeguardResponse'];

/** The first elements of the query keys that a change of a template makes outdated. */
export const TEMPLATE_ROOTS = ['release-plans', 'events'] as const;
/** The first elements of the query keys that a change of a plan makes outdated. */
export const PLAN_ROOTS = ['release-plans', 'features', 'events'] as const;

/** The templates that are not archived, without the strategies of their milestones. */
export const templatesQuery = queryOptions({
  queryKey: ['release-plans', 'templates'],
  queryFn: ({ signal }): Promise<Template[]> =>
    bodyOf(api.GET('/api/admin/release-plan-templates', { signal })),
});

/** Reads a template with the strategies of its milestones. */
export const readTemplate = (templateId: string, signal?: AbortSignal): Promise<Template> =>
  bodyOf(
    api.GET('/api/admin/release-plan-templates/{templateId}', {
      params: { path: { templateId } },
      signal,
    }),
  );

/** The release plan of a feature in an environment; null while there is none. */
export const planQuery = (place: StrategyPlace) =>
  queryOptions({
    queryKey: ['release-plans', 'of-feature', place],
    queryFn: async ({ signal }): Promise<Plan | null> => {
      const plans = await bodyOf(
        api.GET(
          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans',
          { params: { path: pathOf(place) }, signal },
        ),
      );
      return plans[0] ?? null;
    },
  });

/** What is told of a plan: its steps, and why it was paused. */
const STEPS = [
  'release-plan-milestone-started',
  'release-plan-progressions-paused',
  'release-plan-progressions-resumed',
];
/** The most steps that are told. */
const MOST_STEPS = 20;

/** The last steps of the release plans of a feature in an environment, newest first. */
export const planStepsQuery = ({ project, feature, environment }: StrategyPlace) =>
  queryOptions({
    queryKey: ['events', 'of-plan', project, feature, environment],
    queryFn: async ({ signal }) => {
      const query = {
        project: `IS:${project}`,
        feature: `IS:${feature}`,
        environment: `IS:${environment}`,
        type: `IS_ANY_OF:${STEPS.join(',')}`,
        limit: MOST_STEPS,
      };
      return (await bodyOf(api.GET('/api/admin/search/events', { params: { query }, signal })))
        .events;
    },
  });
