import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { requiresApproval } from '../../../../api/failures.js';
import { type Proposal, propose } from '../../../governance/change-requests/proposal.js';
import type { UndoTarget } from '../../../audit/events/undo-dialog-store.js';
import type { Me } from '../../../../app/session/me.js';
import { guardWarnings } from '../../switch/switch-requests.js';
import type { FoundFeature } from '../feature-queries.js';

/** What is done with several features. */
export type BulkAction =
  | { kind: 'on' | 'off'; environment: string }
  | { kind: 'archive' | 'revive' }
  | { kind: 'tag' | 'untag'; type: string; value: string };

/** The names of features by project; the API changes the features of one project at a time. */
export function byProject(features: readonly FoundFeature[]): Map<string, string[]> {
  const projects = new Map<string, string[]>();
  for (const { project, name } of features)
    projects.set(project, [...(projects.get(project) ?? []), name]);
  return projects;
}

interface BulkQuery {
  dryRun?: true;
  force?: true;
  reason?: string;
}

/** Sends the change of the features of one project, which changes all or none of them. */
function send(projectId: string, features: string[], action: BulkAction, query: BulkQuery) {
  const body = { features };
  switch (action.kind) {
    case 'on':
    case 'off': {
      const path = { projectId, environment: action.environment };
      const at =
        '/api/admin/projects/{projectId}/bulk_features/environments/{environment}' as const;
      return action.kind === 'on'
        ? api.POST(`${at}/on`, { params: { path, query: { dryRun: query.dryRun } }, body })
        : api.POST(`${at}/off`, { params: { path, query }, body });
    }
    case 'archive':
      return api.POST('/api/admin/projects/{projectId}/archive', {
        params: { path: { projectId }, query },
        body,
      });
    case 'revive':
      return api.POST('/api/admin/projects/{projectId}/revive', {
        params: { path: { projectId } },
        body,
      });
    case 'tag':
    case 'untag': {
      const tags = [{ type: action.type, value: action.value }];
      const [addedTags, removedTags] = action.kind === 'tag' ? [tags, []] : [[], tags];
      return api.PUT('/api/admin/projects/{projectId}/tags', {
        params: { path: { projectId } },
        body: { features, tags: { addedTags, removedTags } },
      });
    }
  }
}

/** What would become, or has become, of the features of one project. */
export type Outcome =
  | { is: 'possible' | 'proposed' }
  /** `undo` is absent if nothing has changed. */
  | { is: 'done'; undo?: UndoTarget }
  | { is: 'approval'; error: unknown }
  /** A guard refuses it without a reason. */
  | { is: 'guarded'; warnings: readonly { message: string }[] }
  | { is: 'refused'; error: unknown };

/** What the change would do in one project; changes nothing. */
export async function previewOf(
  project: string,
  features: string[],
  action: BulkAction,
): Promise<Outcome> {
  if (!PREVIEWED.has(action.kind)) return { is: 'possible' };
  try {
    const found = await bodyOf<unknown>(send(project, features, action, { dryRun: true }));
    const { guard, warnings = [] } = found as Partial<Schemas['PreviewResponse']>;
    return guard === 'block' && warnings.length > 0
      ? { is: 'guarded', warnings }
      : { is: 'possible' };
  } catch (error) {
    return outcomeOf(error);
  }
}

const PREVIEWED: ReadonlySet<BulkAction['kind']> = new Set(['on', 'off', 'archive']);

/** Changes the features of one project. A reason overrides a guard and a missing approval. */
export async function changeAll(
  project: string,
  features: string[],
  action: BulkAction,
  { reason, me }: { reason?: string; me: Me },
): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const answer = await send(project, features, action, reason ? { force: true, reason } : {});
    await bodyOf<unknown>(Promise.resolve(answer));
    const answeredAt = Date.parse(answer.response.headers.get('date') ?? '');
    const since = answeredAt - (performance.now() - startedAt) - CLOCK_MS;
    return { is: 'done', undo: await undoOf(project, features, action, { since, me }) };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Proposes the change where others have to approve it; `refusal` is why. */
export async function proposeAll(
  project: string,
  features: string[],
  action: BulkAction,
  refusal: unknown,
): Promise<Outcome> {
  try {
    await propose(proposalOf(action, project, features), refusal);
    return { is: 'proposed' };
  } catch (error) {
    return { is: 'refused', error };
  }
}

function outcomeOf(error: unknown): Outcome {
  const warnings = guardWarnings(error);
  if (warnings) return { is: 'guarded', warnings };
  return { is: requiresApproval(error) ? 'approval' : 'refused', error };
}

/** Times in headers have no milliseconds. */
const CLOCK_MS = 1_500;
const EVENT_TYPES: Readonly<Record<BulkAction['kind'], string>> = {
  on: 'feature-environment-enabled',
  off: 'feature-environment-disabled',
  archive: 'feature-archived',
  revive: 'feature-revived',
  tag: 'feature-tagged',
  untag: 'feature-untagged',
};

/** One of the events of a change that has just been made; undefined if it has changed nothing. */
async function undoOf(
  project: string,
  features: readonly string[],
  action: BulkAction,
  { since, me }: { since: number; me: Me },
): Promise<UndoTarget | undefined> {
  if (Number.isNaN(since)) return undefined;
  const type = EVENT_TYPES[action.kind];
  const query = {
    ...{ project: `IS:${project}`, type: `IS:${type}`, feature: `IS_ANY_OF:${features.join()}` },
    // The time keeps the service from reading the whole history of the features.
    ...{ createdBy: `IS:${me.user.id}`, from: `IS:${new Date(since).toISOString()}`, limit: 1 },
  };
  const found = await bodyOf(api.GET('/api/admin/search/events', { params: { query } })).catch(
    () => undefined,
  );
  const event = found?.events[0];
  if (!event) return undefined;
  return {
    id: event.id,
    type,
    label: event.label,
    environment: event.environment,
    scope: 'change',
  };
}

/** The same changes of one project for others to approve. */
function proposalOf(action: BulkAction, project: string, features: readonly string[]): Proposal {
  const changes = features.map((feature) =>
    action.kind === 'archive'
      ? { action: 'archiveFeature' as const, feature }
      : { action: 'updateEnabled' as const, feature, payload: { enabled: action.kind === 'on' } },
  );
  return 'environment' in action
    ? { project, environment: action.environment, changes }
    : { project, changes };
}
