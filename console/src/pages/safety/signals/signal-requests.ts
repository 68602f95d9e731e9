import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { findFeatures } from '../../flags/features/feature-queries.js';
import type { ChoiceQuery } from '../../../kit/searched-choice.js';

/** What monitoring sends to turn features off. */
export type Signal = Schemas['SignalResponse'];
/** A signal that was just created, with its token. */
export type NewSignal = Schemas['NewSignalResponse'];

const SIGNALS = '/api/admin/projects/{projectId}/signals';
/** How many features are offered at once to choose from. */
const CHOICES = 50;
/** How many events are looked through for the uses of a signal. */
const EVENTS = 200;

/** The first elements of the query keys that a change of a signal makes outdated. */
export const SIGNAL_ROOTS = ['signals', 'events'] as const;

/** The signals of a project. */
export const signalsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['signals', projectId] as const,
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET(SIGNALS, { params: { path: { projectId } }, signal }))).signals,
  });

export const createSignal = (projectId: string, body: Schemas['SignalDto']): Promise<NewSignal> =>
  bodyOf(api.POST(SIGNALS, { params: { path: { projectId } }, body }));

export const deleteSignal = ({ project: projectId, id }: Signal): Promise<unknown> =>
  bodyOf(api.DELETE(`${SIGNALS}/{id}`, { params: { path: { projectId, id } } }));

/** A use of a signal. */
export interface SignalUse {
  id: number;
  at: string;
  targets: { feature: string; environment: string }[];
  payload: string | null;
}

/** The last uses of a signal, as the audit log tells them. */
export async function usesOf({ id, project }: Signal, abort: AbortSignal): Promise<SignalUse[]> {
  const query = { type: 'IS:signal-received', project: `IS:${project}`, limit: EVENTS };
  const found = await bodyOf(
    api.GET('/api/admin/search/events', { params: { query }, signal: abort }),
  );
  return found.events.flatMap((event) => {
    const data = event.data as (Omit<SignalUse, 'at'> & { signalId: number }) | null;
    if (data?.signalId !== id) return [];
    const { targets, payload } = data;
    return [{ id: event.id, at: event.createdAt, targets, payload }];
  });
}

/** Features of a project to choose from. */
export const featureChoices =
  (project: string) =>
  (query: string): ChoiceQuery => ({
    queryKey: ['features', 'choices', project, query],
    queryFn: async ({ signal }) => {
      const search = { project: `IS:${project}`, query, limit: CHOICES };
      const { features } = await findFeatures(search, signal);
      return features.map(({ name }) => ({ value: name, label: name }));
    },
  });
