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

const PAGE = 1000;

/** All features that a search finds, page by page. */
export async function* search(
  connection: Connection,
  query: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<FoundFeature> {
  for (let offset = 0; ; offset += PAGE) {
    const { features } = await connection.request<{ features: FoundFeature[] }>(
      '/api/admin/search/features',
      { query: { ...query, offset, limit: PAGE } },
    );
    yield* features;
    if (features.length < PAGE) return;
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
