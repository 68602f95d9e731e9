import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { type Draft, newDraft } from './strategy-draft.js';

export type DefaultStrategy = Schemas['DefaultStrategyResponse'];

/** What new strategies of a project start with in an environment. */
export interface Defaults {
  /** Undefined while the project has none. */
  strategy: DefaultStrategy | undefined;
  /** The stickiness of strategies that name none. */
  stickiness: string;
}

/** Reads what new strategies start with. */
export async function readDefaults(
  projectId: string,
  environment: string,
  signal?: AbortSignal,
): Promise<Defaults> {
  const answer = api.GET('/api/admin/projects/{projectId}/overview', {
    params: { path: { projectId } },
    signal,
  });
  const { environments, defaultStickiness } = await bodyOf(answer);
  const found = environments.find((one) => one.environment === environment);
  return { strategy: found?.defaultStrategy, stickiness: defaultStickiness };
}

/** A new strategy as the defaults want it; `group` is that of defaults that name none. */
export function draftOfDefaults({ strategy, stickiness }: Defaults, group: string): Draft {
  const empty = newDraft(group, stickiness);
  if (!strategy) return empty;
  const { title, parameters = {}, constraints = [], segments = [], variants = [] } = strategy;
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return {
    ...empty,
    title: title ?? '',
    parameters: { ...empty.parameters, ...Object.fromEntries(given) },
    constraints,
    segments,
    variants,
  };
}
