import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { pathOf, type StrategyPlace } from '../../flags/features/one/strategies/strategy-place.js';

/** A limit on usage at which a feature is turned off. */
export type FeatureSafeguard = Schemas['FeatureSafeguardResponse'];
export type SafeguardPreview = Schemas['SafeguardPreviewResponse'];
type Body = Schemas['FeatureSafeguardDto'];

const PATH =
  '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/safeguards';

/** The first elements of the query keys that a change of a safeguard makes outdated. */
export const SAFEGUARD_ROOTS = ['safeguards', 'events'] as const;

/** The safeguards of a feature in an environment. */
export const safeguardsQuery = (place: StrategyPlace) =>
  queryOptions({
    queryKey: ['safeguards', place],
    queryFn: ({ signal }) => bodyOf(api.GET(PATH, { params: { path: pathOf(place) }, signal })),
  });

/** Adds a safeguard, replaces that on the same metric, or lets it watch again. */
export const setSafeguard = (place: StrategyPlace, body: Body): Promise<unknown> =>
  bodyOf(api.PUT(PATH, { params: { path: pathOf(place) }, body }));

/** What a safeguard would have done in the past day. */
export const previewSafeguard = (place: StrategyPlace, body: Body): Promise<SafeguardPreview> =>
  bodyOf(api.POST(`${PATH}/preview`, { params: { path: pathOf(place) }, body }));

export const removeSafeguard = (place: StrategyPlace, safeguardId: string): Promise<unknown> =>
  bodyOf(
    api.DELETE(`${PATH}/{safeguardId}`, { params: { path: { ...pathOf(place), safeguardId } } }),
  );

/** The request that sets a safeguard as it is. */
export function bodyOfSafeguard(safeguard: FeatureSafeguard): Body {
  const { triggerCondition, forMinutes, impactMetric, prometheusQuery } = safeguard;
  const limit = { triggerCondition, forMinutes };
  if (!impactMetric) return { prometheusQuery: prometheusQuery ?? '', ...limit };
  const { metricName, timeRange, aggregationMode, labelSelectors } = impactMetric;
  return { impactMetric: { metricName, timeRange, aggregationMode, labelSelectors }, ...limit };
}
