import type { QueryClient } from '@tanstack/react-query';
import { featureRoutes } from '../pages/flags/features/features.routes.js';
import { homeRoutes } from '../pages/instance/home/home.routes.js';
import { linkRoutes } from '../pages/access/links/links.routes.js';
import { matchOf, type Route } from './router/route.js';
import { signInRoutes } from '../pages/access/sign-in/sign-in.routes.js';

/**
 * Pages that people open directly most often, and those without a session. Where the others are is
 * loaded later: what all pages need is a tenth of the first load.
 */
export const FIRST_ROUTES: readonly Route[] = [
  ...homeRoutes,
  ...featureRoutes,
  ...signInRoutes,
  ...linkRoutes,
];

export const loadOtherRoutes = async (): Promise<readonly Route[]> =>
  (await import('./other-routes.js')).OTHER_ROUTES;

/** Begins to read what the page of an address will show. */
export async function prefetch(queries: QueryClient, path: string, query: string): Promise<void> {
  const match = matchOf(FIRST_ROUTES, path) ?? matchOf(await loadOtherRoutes(), path);
  await match?.route.prefetch(queries, match.params, new URLSearchParams(query));
}
