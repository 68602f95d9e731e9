import { signInMethodsQuery } from '../pages/access/sign-in/sign-in-methods.js';
import { FEATURE_PATH } from '../pages/flags/features/feature-path.js';
import { featureQuery, featureSearchQuery } from '../pages/flags/features/feature-queries.js';
import { FeaturesPage } from '../pages/flags/features/list/features-page.js';
import {
  firstFeaturesQuery,
  listSearchOf,
  toFeatureSearch,
} from '../pages/flags/features/list/list-search.js';
import type { QueryClient } from '@tanstack/react-query';
import { lazyRoute, matchOf, route, type Route } from './router/route.js';

const linkPage = async () => (await import('../pages/access/links/link-page.js')).LinkPage;

/**
 * Pages that people open directly most often, and those without a session. Where the others are is
 * loaded later: what all pages need is a tenth of the first load.
 */
export const FIRST_ROUTES: readonly Route[] = [
  lazyRoute('/', async () => (await import('../pages/instance/home/home-page.js')).HomePage, {
    prefetch: (queries) => queries.prefetchQuery(firstFeaturesQuery),
  }),
  // The list of features is the page that most people see first, so it is not lazy.
  route('/features', FeaturesPage, {
    prefetch: (queries, _, search) =>
      queries.prefetchQuery(featureSearchQuery(toFeatureSearch(listSearchOf(search)))),
  }),
  lazyRoute(
    '/features/new',
    async () =>
      (await import('../pages/flags/features/create/create-feature-page.js')).CreateFeaturePage,
  ),
  lazyRoute(
    FEATURE_PATH,
    async () => (await import('../pages/flags/features/one/feature-page.js')).FeaturePage,
    {
      prefetch: (queries, { project, feature }) =>
        queries.prefetchQuery(featureQuery(project, feature)),
    },
  ),
  lazyRoute(
    '/sign-in',
    async () => (await import('../pages/access/sign-in/sign-in-page.js')).SignInPage,
    {
      isPublic: true,
      prefetch: (queries) => queries.prefetchQuery(signInMethodsQuery),
    },
  ),
  lazyRoute('/new-user', linkPage, { isPublic: true }),
  lazyRoute('/reset-password', linkPage, { isPublic: true }),
  lazyRoute(
    '/forgot-password',
    async () => (await import('../pages/access/links/forgotten-page.js')).ForgottenPage,
    {
      isPublic: true,
    },
  ),
];

export const loadOtherRoutes = async (): Promise<readonly Route[]> =>
  (await import('./other-routes.js')).OTHER_ROUTES;

/** Begins to read what the page of an address will show. */
export async function prefetch(queries: QueryClient, path: string, query: string): Promise<void> {
  const match = matchOf(FIRST_ROUTES, path) ?? matchOf(await loadOtherRoutes(), path);
  await match?.route.prefetch(queries, match.params, new URLSearchParams(query));
}
