import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { productionFirst } from '../../environments/production.js';
import type { Option } from '../../../../kit/options.js';
import { builtIn } from '../../../../kit/built-in.js';

/** More tags than these are found by the address only. */
const MOST_TAGS = 500;

/** What can be filtered by: projects, environments, types, tags and creators. */
export const filterOptionsQuery = queryOptions({
  queryKey: ['projects', 'filter-options'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [{ projects }, { types }, { tags }, { environments }, creators] = await Promise.all([
      bodyOf(api.GET('/api/admin/projects', { signal })),
      bodyOf(api.GET('/api/admin/feature-types', { signal })),
      bodyOf(api.GET('/api/admin/tags', { signal })),
      bodyOf(api.GET('/api/admin/environments', { signal })),
      creatorsOf(signal),
    ]);
    return {
      projects: projects.map(({ id, name }) => ({ value: id, label: name })),
      environments: productionFirst(environments).map(({ name }) => ({ value: name, label: name })),
      types: types.map(({ id, name }) => ({ value: id, label: builtIn(name) })),
      tags: tags.slice(0, MOST_TAGS).map(({ type, value }) => {
        const tag = `${type}:${value}`;
        return { value: tag, label: tag };
      }),
      creators,
    };
  },
});

/** Everybody who has caused events; the API knows creators of features by project only. */
async function creatorsOf(signal: AbortSignal): Promise<Option[]> {
  const creators = await bodyOf(api.GET('/api/admin/event-creators', { signal }));
  return creators
    .filter(({ id }) => id > 0)
    .map(({ id, name }) => ({ value: String(id), label: name }));
}
