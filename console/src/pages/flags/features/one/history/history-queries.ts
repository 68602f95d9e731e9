import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';

export type RecordedEvent = Schemas['DescribedEventResponse'];

/** Events on one page of the history. */
export const PAGE_SIZE = 25;

/** A page of the events of a feature, newest first. */
export const featureEventsQuery = (project: string, feature: string, page: number) =>
  queryOptions({
    queryKey: ['events', 'of-feature', project, feature, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/events', {
          params: {
            query: {
              feature: `IS:${feature}`,
              project: `IS:${project}`,
              limit: PAGE_SIZE,
              offset: (page - 1) * PAGE_SIZE,
            },
          },
          signal,
        }),
      ),
  });
