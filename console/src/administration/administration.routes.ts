import { lazyRoute } from '../router/route.js';

export const administrationRoutes = [
  lazyRoute(
    '/administration',
    async () => (await import('./administration-page.js')).AdministrationPage,
  ),
];
