import { lazyRoute } from '../../../app/router/route.js';

export const environmentRoutes = [
  lazyRoute('/environments', async () => (await import('./environments-page.js')).EnvironmentsPage),
];
