import { lazyRoute } from '../../../app/router/route.js';

/** Import and export. */
export const transferRoutes = [
  lazyRoute('/import-export', async () => (await import('./transfer-page.js')).TransferPage),
];
