import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { newQueryClient } from '../api/query-client.js';
import { currentPath } from './router/location.js';
import { matchOf } from './router/route.js';
import { FIRST_ROUTES, prefetch } from './routes.js';
import { meQuery } from './session/me.js';
import { Pages } from './shell/pages.js';
import { theme } from './theme/theme.js';
import { AnnouncementList } from '../kit/announcement-list.js';

const queries = newQueryClient();
const isPublic = matchOf(FIRST_ROUTES, currentPath())?.route.isPublic;

/** Who is signed in and what the first page shows, which are read before anything is rendered. */
export const firstAnswers = Promise.all([
  isPublic ? undefined : queries.prefetchQuery(meQuery),
  // The page itself shows the failure.
  prefetch(queries, currentPath(), window.location.search).catch(() => undefined),
]);

/** The console: theme, cached answers of the API, and pages. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withStaticClasses={false}
    >
      <QueryClientProvider client={queries}>
        <Pages />
        <AnnouncementList />
      </QueryClientProvider>
    </MantineProvider>
  );
}
