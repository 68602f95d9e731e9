import { textOf } from '../../../../src/audit/audit-log/event/event-filter.js';
import { SEARCH as STATEMENT } from '../../../../src/audit/audit-log/event/event.sql.js';
import { TestService } from '../../../support/service.js';

/** Searches of the audit log for a text, which read all events that meet the other criteria. */

const SEARCH = '/api/admin/search/events';
const EVENTS = 20_000;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project, data)
     SELECT 'feature-metadata-updated', 'me', 1, 'feature-' || n % 7, 'default',
            jsonb_build_object('description', CASE n % 100 WHEN 0 THEN 'Needle' ELSE 'hay' END)
       FROM generate_series(1, $1::int) n`,
    [EVENTS],
  );
  await service.sql('ANALYZE event');
});
afterAll(() => service.stop());

const search = async (query: Record<string, string>) =>
  (await service.api.get(`${SEARCH}?${new URLSearchParams(query).toString()}`).expect(200))
    .body as {
    events: { id: number }[];
    total: number;
  };
const idsWhere = async (condition: string): Promise<number[]> =>
  (
    await service.sql<{ id: number }>(
      `SELECT id::float8 AS id FROM event WHERE ${condition} ORDER BY id DESC`,
    )
  ).map(({ id }) => id);

const NEEDLES = "data ->> 'description' = 'Needle'";

test.each([
  ['all that contain it', {}, NEEDLES],
  ['those of a feature', { feature: 'IS:feature-3' }, `${NEEDLES} AND feature_name = 'feature-3'`],
  ['those of a time', { to: 'IS:2020-01-01' }, 'false'],
])('pages of %s follow each other, and count them', async (_, query, condition) => {
  const expected = await idsWhere(condition);
  const found: number[] = [];
  for (let offset = 0; offset <= expected.length; offset += 17) {
    const page = { query: 'neeDLE', ...query, limit: '17', offset: String(offset) };
    const { events, total } = await search(page);
    expect(total).toBe(expected.length);
    found.push(...events.map(({ id }) => id));
  }
  expect(found).toEqual(expected);
});

test.each([
  'needle',
  'nothing like it',
  '%a'.repeat(80),
  'feature-metadata',
  String.raw`\_%`.repeat(30),
])('every event is read once, whatever the text is: %s', async (text) => {
  const statement = STATEMENT({ text: textOf(text) }, { offset: 0, limit: 50 });
  const values = [...statement.values];
  const [row] = await service.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`,
    values,
  );
  const read = rowsReadBy(row!['QUERY PLAN'][0].Plan);

  expect(read).toBeGreaterThanOrEqual(EVENTS);
  // Blocks of 1024 events are read again; the newest 50 matches are in at most six of them.
  expect(read).toBeLessThan(EVENTS + 6 * 1024 + 500);
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** How many rows of events were read. */
function rowsReadBy(node: PlanNode): number {
  const { Plans = [], 'Actual Rows': rows, 'Actual Loops': loops } = node;
  const own = /^event_(m|rest)/.test(node['Relation Name'] ?? '')
    ? (rows + (node['Rows Removed by Filter'] ?? 0)) * loops
    : 0;
  return own + Plans.reduce((sum, one) => sum + rowsReadBy(one), 0);
}
