import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type Segment = Schemas['SegmentResponse'];

/** All segments by name, with their usage. */
export const segmentsQuery = queryOptions({
  queryKey: ['segments', 'list'],
  queryFn: async ({ signal }): Promise<Segment[]> =>
    (await bodyOf(api.GET('/api/admin/segments', { signal }))).segments,
});
