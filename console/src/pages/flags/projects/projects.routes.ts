import { featureSearchQuery } from '../features/feature-queries.js';
import { listSearchOf, toFeatureSearch } from '../features/list/list-search.js';
import { lazyRoute } from '../../../app/router/route.js';
import {
  PROJECT_ACCESS_PATH,
  PROJECT_ENVIRONMENTS_PATH,
  PROJECT_FEATURES_PATH,
  PROJECT_PATH,
  PROJECT_SETTINGS_PATH,
  PROJECT_SIGNALS_PATH,
  PROJECT_TOKENS_PATH,
  PROJECTS_PATH,
} from './project-path.js';

export const projectRoutes = [
  lazyRoute(PROJECTS_PATH, async () => (await import('./projects-page.js')).ProjectsPage),
  lazyRoute(PROJECT_PATH, async () => (await import('./one/overview-page.js')).OverviewPage),
  lazyRoute(
    PROJECT_FEATURES_PATH,
    async () => (await import('./one/features-page.js')).ProjectFeaturesPage,
    {
      prefetch: (queries, { project }, search) =>
        queries.prefetchQuery(
          featureSearchQuery(toFeatureSearch({ ...listSearchOf(search), project })),
        ),
    },
  ),
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
    PROJECT_SIGNALS_PATH,
    async () => (await import('../../safety/signals/signals-page.js')).SignalsPage,
  ),
  lazyRoute(
    PROJECT_SETTINGS_PATH,
    async () => (await import('./one/settings-page.js')).SettingsPage,
  ),
];
