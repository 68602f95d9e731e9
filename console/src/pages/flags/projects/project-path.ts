import { pathTo } from '../../../app/router/route.js';

export const PROJECTS_PATH = '/projects';
export const PROJECT_PATH = '/projects/:project';
export const PROJECT_FEATURES_PATH = '/projects/:project/features';
export const PROJECT_ENVIRONMENTS_PATH = '/projects/:project/environments';
export const PROJECT_ACCESS_PATH = '/projects/:project/access';
export const PROJECT_TOKENS_PATH = '/projects/:project/api-tokens';
export const PROJECT_SIGNALS_PATH = '/projects/:project/signals';
export const PROJECT_POLICY_PATH = '/projects/:project/policy';
export const PROJECT_CODE_PATH = '/projects/:project/code-references';
export const PROJECT_SETTINGS_PATH = '/projects/:project/settings';

/** The address of the page of a project. */
export function projectPath(project: string): string {
  return pathTo(PROJECT_PATH, { project });
}

/** The address of the features of a project. */
export function featuresPath(project: string): string {
  return pathTo(PROJECT_FEATURES_PATH, { project });
}
