import { pathTo } from '../router/route.js';

/** The path of the page of a feature. */
export const FEATURE_PATH = '/projects/:project/features/:feature';

/** The address of the page of a feature. */
export function featurePath(project: string, feature: string): string {
  return pathTo(FEATURE_PATH, { project, feature });
}
