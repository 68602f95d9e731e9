import { lazyRoute } from '../../../app/router/route.js';
import { APPLICATION_PATH } from './application-path.js';

export const applicationRoutes = [
  lazyRoute('/applications', async () => (await import('./applications-page.js')).ApplicationsPage),
  lazyRoute(APPLICATION_PATH, async () => (await import('./application-page.js')).ApplicationPage),
  lazyRoute('/outdated-sdks', async () => (await import('./sdk-pages.js')).OutdatedSdksPage),
  lazyRoute('/unknown-features', async () => (await import('./sdk-pages.js')).UnknownFeaturesPage),
  lazyRoute('/edges', async () => (await import('./edges-page.js')).EdgesPage),
];
