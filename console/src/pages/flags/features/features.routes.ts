import { lazyRoute, route } from '../../../app/router/route.js';
import { FEATURE_PATH } from './feature-path.js';
import { featureQuery, featureSearchQuery } from './feature-queries.js';
import { FeaturesPage } from './list/features-page.js';
import { listSearchOf, toFeatureSearch } from './list/list-search.js';

/** The list of features is the page that most people see first, so it is not lazy. */
export const featureRoutes = [
  route('/features', FeaturesPage, {
    prefetch: (queries, _, search) =>
      queries.prefetchQuery(featureSearchQuery(toFeatureSearch(listSearchOf(search)))),
  }),
  lazyRoute(
    '/features/new',
    async () => (await import('./create/create-feature-page.js')).CreateFeaturePage,
  ),
  lazyRoute(FEATURE_PATH, async () => (await import('./one/feature-page.js')).FeaturePage, {
    prefetch: (queries, { project, feature }) =>
      queries.prefetchQuery(featureQuery(project, feature)),
  }),
];
