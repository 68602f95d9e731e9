import { lazyRoute } from '../router/route.js';

export const environmentRoutes = [
  lazyRoute('/environments', async () => (await import('./environments-page.js')).EnvironmentsPage),
];
