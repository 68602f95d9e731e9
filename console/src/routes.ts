import { administrationRoutes } from './administration/administration.routes.js';
import { apiTokenRoutes } from './api-tokens/api-tokens.routes.js';
import { featureRoutes } from './features/features.routes.js';
import type { Route } from './router/route.js';
import { signInRoutes } from './sign-in/sign-in.routes.js';

/** All pages. A domain adds its own with one line. */
export const ROUTES: readonly Route[] = [
  ...featureRoutes,
  ...administrationRoutes,
  ...apiTokenRoutes,
  ...signInRoutes,
];
