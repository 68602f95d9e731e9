import { Client } from 'pg';
import type { FeatureSearchQuery } from '../../../../src/flags/feature/search/feature-search.dto.js';
import { SEARCH } from '../../../../src/flags/feature/search/feature-search.sql.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let client: Client;

/** As after an import or a restore: many features, of which PostgreSQL has no statistics yet. */
beforeAll(async () => {
  service = await TestService.start();
  client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('ALTER TABLE feature SET (autovacuum_enabled = false)');
  await client.query(
    `INSERT INTO feature (name, description, project, created_by_user_id)
     SELECT 'grown-' || n, 'What it is for: ' || n, 'default', 1 FROM generate_series(1, 10000) n`,
  );
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

async function planOf(text: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test.each([
  'SELECT project FROM feature WHERE name = ANY ($1::text[])',
  'SELECT f.project FROM unnest($1::text[]) AS one (name) JOIN feature f ON f.name = one.name',
  `SELECT f.project FROM unnest($1::text[]) AS one (name)
    CROSS JOIN LATERAL (SELECT * FROM feature f WHERE f.name = one.name) f`,
])('%s finds features by their key while statistics are missing', async (text) => {
  const plan = await planOf(text, [['grown-7', 'grown-8']]);

  expect(plan).toContain('feature_pkey');
  expect(plan).not.toContain('feature_search_text');
});

test.each<[FeatureSearchQuery, string[]]>([
  [{ query: 'grown-2999' }, []],
  [{ query: 'grown-2999,grown-4711' }, []],
  [{ query: '100%_of\\it' }, []],
  [{ query: 'grown-2999', sortBy: 'name', sortOrder: 'desc' }, ['hidden']],
  [{ query: 'grown-2999', project: 'IS:default', favoritesFirst: 'true' }, ['hidden']],
  [{ query: 'grown-2999', archived: 'IS:true', sortBy: 'lastSeenAt' }, []],
])('the search %j uses the index of texts', async (query, hiddenProjects) => {
  await client.query('VACUUM ANALYZE feature');
  const { text, values } = SEARCH(query, { userId: 1, hiddenProjects });

  expect(await planOf(text, [...values])).toContain('feature_search_text');
});
