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

/** What an event says about where it happened. */
interface EventPlace {
  createdAt: string;
  featureName: string | null;
  project: string | null;
  environment: string | null;
}

/** The address of the playground just before an event, or just after it. */
export function playgroundPath(event: EventPlace, side: 'before' | 'after'): string {
  const { createdAt, featureName, project, environment } = event;
  const at = new Date(Date.parse(createdAt) + (side === 'before' ? -1 : 1)).toISOString();
  const search = new URLSearchParams({ at });
  if (environment) search.set('environments', environment);
  if (project) search.set('projects', project);
  if (featureName) search.set('feature', featureName);
  return `/playground?${search}`;
}

/** The address of the page that creates a feature, in a project if one is given. */
export function newFeaturePath(project?: string): string {
  return project ? `/features/new?project=${encodeURIComponent(project)}` : '/features/new';
}
