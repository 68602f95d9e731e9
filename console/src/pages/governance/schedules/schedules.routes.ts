import { lazyRoute } from '../../../app/router/route.js';

export const scheduleRoutes = [
  lazyRoute('/schedules', async () => (await import('./calendar/calendar-page.js')).CalendarPage),
];
