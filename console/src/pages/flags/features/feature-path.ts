import { pathTo } from '../../../app/router/route.js';

/** The path of the page of a feature. */
export const FEATURE_PATH = '/projects/:project/features/:feature';

/** The address of the page of a feature. */
export function featurePath(project: string, feature: string): string {
  return pathTo(FEATURE_PATH, { project, feature });
}

/** The address of a feature as it was just before an event. */
export function pathBeforeEvent(project: string, feature: string, createdAt: string): string {
  const at = new Date(Date.parse(createdAt) - 1).toISOString();
  return `${featurePath(project, feature)}?section=past&at=${encodeURIComponent(at)}`;
}

/** The address of the page that creates a feature, in a project if one is given. */
export function newFeaturePath(project?: string): string {
  return project ? `/features/new?project=${encodeURIComponent(project)}` : '/features/new';
}
