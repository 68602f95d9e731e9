import { lazyRoute } from '../router/route.js';
import {
  PROJECT_ACCESS_PATH,
  PROJECT_ENVIRONMENTS_PATH,
  PROJECT_PATH,
  PROJECT_SETTINGS_PATH,
  PROJECT_TOKENS_PATH,
  PROJECTS_PATH,
} from './project-path.js';
import { projectQuery, projectsQuery } from './project-queries.js';

export const projectRoutes = [
  lazyRoute(PROJECTS_PATH, async () => (await import('./projects-page.js')).ProjectsPage, {
    prefetch: (queries) => void queries.prefetchQuery(projectsQuery()),
  }),
  lazyRoute(PROJECT_PATH, async () => (await import('./one/overview-page.js')).OverviewPage, {
    prefetch: (queries, { project }) => void queries.prefetchQuery(projectQuery(project)),
  }),
  lazyRoute(
    PROJECT_ENVIRONMENTS_PATH,
    async () => (await import('./one/environments-page.js')).ProjectEnvironmentsPage,
  ),
  lazyRoute(PROJECT_ACCESS_PATH, async () => (await import('./one/access-page.js')).AccessPage),
  lazyRoute(
    PROJECT_TOKENS_PATH,
    async () => (await import('./one/tokens-page.js')).ProjectTokensPage,
  ),
  lazyRoute(
    PROJECT_SETTINGS_PATH,
    async () => (await import('./one/settings-page.js')).SettingsPage,
  ),
];
