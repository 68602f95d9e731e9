import { environmentsQuery } from '../environments/environment-queries.js';
import { projectsQuery } from '../projects/project-queries.js';
import { lazyRoute } from '../router/route.js';

/** Import and export. */
export const transferRoutes = [
  lazyRoute('/import-export', async () => (await import('./transfer-page.js')).TransferPage, {
    prefetch: (queries) => {
      void queries.prefetchQuery(environmentsQuery);
      void queries.prefetchQuery(projectsQuery());
    },
  }),
];
