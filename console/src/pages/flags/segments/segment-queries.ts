import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { pageQuery } from '../../../kit/tables/page-of.js';

export type Segment = Schemas['SegmentResponse'];

/** All segments by name, with their usage. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments', 'all'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Segment[]> =>
    (await bodyOf(api.GET('/api/admin/segments', { signal }))).segments,
});

/** A page of the segments that some letters find, by name, with their usage. */
export const foundSegmentsQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['segments', 'found', query, page],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/search/segments', {
          params: { query: pageQuery(query, page) },
          signal,
        }),
      ),
  });
