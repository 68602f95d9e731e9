import { lazyRoute } from '../../../app/router/route.js';

export const tagTypeRoutes = [
  lazyRoute('/tag-types', async () => (await import('./tag-types-page.js')).TagTypesPage),
];
