import { lazyRoute } from '../../../app/router/route.js';

export const administrationRoutes = [
  lazyRoute(
    '/administration',
    async () => (await import('./administration-page.js')).AdministrationPage,
  ),
];
