import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Banner = Schemas['BannerResponse'];

export const BANNER_ROOTS = ['banners', 'events'] as const;

/** The banners that are shown, newest first; for administrators all. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: async ({ signal }): Promise<Banner[]> =>
    (await bodyOf(api.GET('/api/admin/banners', { signal }))).banners,
});
