import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';

export type View = Schemas['FeatureViewResponse'];

/** The views of the person. */
export const viewsQuery = queryOptions({
  queryKey: ['feature-views'],
  queryFn: async ({ signal }): Promise<View[]> =>
    (await bodyOf(api.GET('/api/admin/user/feature-views', { signal }))).views,
});

export const saveView = (body: Schemas['FeatureViewDto']): Promise<View> =>
  bodyOf(api.POST('/api/admin/user/feature-views', { body }));

export const changeView = (id: number, { name, query }: Schemas['FeatureViewDto']): Promise<View> =>
  bodyOf(
    api.PUT('/api/admin/user/feature-views/{id}', {
      params: { path: { id } },
      body: { name, query },
    }),
  );

export const deleteView = (id: number): Promise<void> =>
  bodyOf(api.DELETE('/api/admin/user/feature-views/{id}', { params: { path: { id } } }));
