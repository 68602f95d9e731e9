import { lazyRoute } from '../../../app/router/route.js';
import {
  CHANGE_REQUEST_PATH,
  CHANGE_REQUESTS_PATH,
  FOUND_CHANGE_REQUESTS_PATH,
} from './change-request-path.js';
import { changeRequestQuery } from './change-request-query.js';

export const changeRequestRoutes = [
  lazyRoute(
    FOUND_CHANGE_REQUESTS_PATH,
    async () => (await import('./list/found-requests-page.js')).FoundRequestsPage,
  ),
  lazyRoute(
    CHANGE_REQUESTS_PATH,
    async () => (await import('./list/project-requests-page.js')).ProjectRequestsPage,
  ),
  lazyRoute(
    CHANGE_REQUEST_PATH,
    async () => (await import('./one/change-request-page.js')).ChangeRequestPage,
    {
      prefetch: (queries, { project, request }) =>
        queries.prefetchQuery(changeRequestQuery(project, Number(request))),
    },
  ),
];
