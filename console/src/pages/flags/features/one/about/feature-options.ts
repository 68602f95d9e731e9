import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../../api/client.js';
import { builtIn } from '../../../../../kit/built-in.js';

/** Projects and types that a feature can have. */
export const projectsAndTypesQuery = queryOptions({
  queryKey: ['projects', 'feature-options'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [{ projects }, { types }] = await Promise.all([
      bodyOf(api.GET('/api/admin/projects', { signal })),
      bodyOf(api.GET('/api/admin/feature-types', { signal })),
    ]);
    return {
      projects: projects.map(({ id, name }) => ({ id, name })),
      types: types.map(({ id, name, description }) => ({
        ...{ value: id, label: builtIn(name), description: builtIn(description) },
      })),
    };
  },
});

/** Types of tags. */
export const tagTypesQuery = queryOptions({
  queryKey: ['tag-types', 'names'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { tagTypes } = await bodyOf(api.GET('/api/admin/tag-types', { signal }));
    return tagTypes.map(({ name }) => name);
  },
});
