import { lazyRoute } from '../../../app/router/route.js';

export const bannerRoutes = [
  lazyRoute('/banners', async () => (await import('./banners-page.js')).BannersPage),
];
