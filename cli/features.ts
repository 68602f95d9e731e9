import { CliError, type Connection } from './connection.js';

/** A feature in the response of a search. */
export interface FoundFeature {
  name: string;
  project: string;
  type: string;
  stale: boolean;
  archivedAt: string | null;
  lastSeenAt: string | null;
  environments: { name: string; enabled: boolean; lastSeenAt: string | null }[];
}

/** The most that a search answers: it replaces a larger limit by 50. */
const PAGE = 100;

/** All features that a search finds, page by page. */
export async function* search(
  connection: Connection,
  query: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<FoundFeature> {
  // In the order of names, in which no feature changes its place meanwhile.
  const sorted = { ...query, sortBy: 'name', limit: PAGE };
  for (let offset = 0; ;) {
    const { features, total } = await connection.request<{
      features: FoundFeature[];
      total: number;
    }>('/api/admin/search/features', { query: { ...sorted, offset } });
    yield* features;
    offset += features.length;
    if (features.length === 0 || offset >= total) return;
  }
}

/**
 * The project of a feature. Names are unique in an instance.
 * @throws CliError when there is no such feature, or the token does not see it.
 */
export async function projectOf(connection: Connection, name: string): Promise<string> {
  for await (const feature of search(connection, { query: name }))
    if (feature.name === name) return feature.project;
  throw new CliError(`There is no feature "${name}".`);
}

/** The path of a feature in the administration API. */
export const pathOf = (project: string, feature: string): string =>
  `/api/admin/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(feature)}`;
