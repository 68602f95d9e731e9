import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { newQueryClient } from './api/query-client.js';
import { currentPath } from './router/location.js';
import { matchOf } from './router/route.js';
import { ROUTES } from './routes.js';
import { meQuery } from './session/me.js';
import { Pages } from './shell/pages.js';
import { theme } from './theme/theme.js';
import { AnnouncementList } from './ui/announcement-list.js';

const queries = newQueryClient();
const first = matchOf(ROUTES, currentPath());

/** Who is signed in and what the first page shows, which are read before anything is rendered. */
export const firstAnswers = Promise.all([
  first?.route.isPublic ? undefined : queries.prefetchQuery(meQuery),
  first?.route.prefetch(queries, first.params, new URLSearchParams(window.location.search)),
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
        <Pages routes={ROUTES} />
        <AnnouncementList />
      </QueryClientProvider>
    </MantineProvider>
  );
}
