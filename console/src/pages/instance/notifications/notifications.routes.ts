import { lazyRoute } from '../../../app/router/route.js';

export const notificationRoutes = [
  lazyRoute(
    '/notifications',
    async () => (await import('./notifications-page.js')).NotificationsPage,
  ),
];
