import { api, bodyOf } from '../../api/client.js';
import type { Proposal } from '../../change-requests/proposal.js';
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

/**
 * Changes the features of one project, all or none of them.
 * @throws ApiFailure when the service refuses it.
 */
export async function changeAll(
  projectId: string,
  features: string[],
  action: BulkAction,
  reason?: string,
): Promise<void> {
  const body = { features };
  const query = reason ? { force: true, reason } : {};
  switch (action.kind) {
    case 'on': {
      const path = { projectId, environment: action.environment };
      const url = '/api/admin/projects/{projectId}/bulk_features/environments/{environment}/on';
      await bodyOf(api.POST(url, { params: { path }, body }));
      return;
    }
    case 'off': {
      const path = { projectId, environment: action.environment };
      const url = '/api/admin/projects/{projectId}/bulk_features/environments/{environment}/off';
      await bodyOf(api.POST(url, { params: { path, query }, body }));
      return;
    }
    case 'archive': {
      const url = '/api/admin/projects/{projectId}/archive';
      await bodyOf(api.POST(url, { params: { path: { projectId }, query }, body }));
      return;
    }
    case 'revive':
      await bodyOf(
        api.POST('/api/admin/projects/{projectId}/revive', {
          params: { path: { projectId } },
          body,
        }),
      );
      return;
    case 'tag':
    case 'untag': {
      const { type, value } = action;
      const tags =
        action.kind === 'tag'
          ? { addedTags: [{ type, value }], removedTags: [] }
          : { addedTags: [], removedTags: [{ type, value }] };
      const url = '/api/admin/projects/{projectId}/tags';
      await bodyOf(api.PUT(url, { params: { path: { projectId } }, body: { features, tags } }));
      return;
    }
  }
}

/** The same changes of one project for others to approve. */
export function proposalOf(
  action: BulkAction,
  project: string,
  features: readonly string[],
): Proposal {
  const changes = features.map((feature) =>
    action.kind === 'archive'
      ? { action: 'archiveFeature' as const, feature }
      : { action: 'updateEnabled' as const, feature, payload: { enabled: action.kind === 'on' } },
  );
  return 'environment' in action
    ? { project, environment: action.environment, changes }
    : { project, changes };
}
