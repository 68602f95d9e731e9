import { role, somebody } from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { person, signedIn, USERS } from '../../../support/people.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

interface Event {
  id: number;
  type: string;
  label: string;
  summary: string;
  [property: string]: unknown;
}

const SEARCH = '/api/admin/search/events';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const search = async (
  query: Record<string, string | number>,
): Promise<{ events: Event[]; total: number }> => {
  const { body } = await service.api
    .get(`${SEARCH}?${new URLSearchParams(query as Record<string, string>).toString()}`)
    .expect(200);
  return body as { events: Event[]; total: number };
};
const types = (events: readonly Event[]): string[] => events.map(({ type }) => type);

describe('events of a feature', () => {
  test('are listed newest first, with user, change and environment', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });

    const { body } = await service.api.get(`/api/admin/events/${feature}`).expect(200);

    expect(body).toMatchObject({ version: 1, toggleName: feature, totalEvents: 3 });
    expect(types(body.events)).toEqual([
      'feature-environment-enabled',
      'feature-strategy-add',
      'feature-created',
    ]);
    expect(body.events[0]).toEqual({
      id: expect.any(Number),
      type: 'feature-environment-enabled',
      createdBy: 'admin',
      createdByUserId: -42,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: null,
      preData: null,
      tags: [],
      featureName: feature,
      project: 'default',
      environment: 'production',
      token: { type: 'api-token', id: expect.any(String), name: 'admin' },
    });
    expect(body.events[2]).toMatchObject({ data: { name: feature }, environment: null });
  });

  test('are none for a name that no feature ever had', async () => {
    const { body } = await service.api.get('/api/admin/events/nobody-knows').expect(200);

    expect(body).toEqual({ version: 1, toggleName: 'nobody-knows', events: [], totalEvents: 0 });
  });

  test('are at most 100, but all of them are counted', async () => {
    const feature = await service.given.feature();
    await given(feature, 150);

    const { body } = await service.api.get(`/api/admin/events/${feature}`).expect(200);

    expect([body.events.length, body.totalEvents]).toEqual([100, 151]);
  });
});

describe('all events', () => {
  test('are the newest, of the instance or of a project', async () => {
    const feature = await service.given.feature();
    const [{ total }] = (await service.sql('SELECT count(*)::int AS total FROM event')) as [
      { total: number },
    ];

    const { body: all } = await service.api.get('/api/admin/events?maxResults=1').expect(200);
    const { body: none } = await service.api.get('/api/admin/events?project=nowhere').expect(200);
    const { body: ofProject } = await service.api
      .get('/api/admin/events?project=default')
      .expect(200);

    expect(all.events[0].featureName).toBe(feature);
    expect(all.totalEvents).toBe(total);
    expect(all.events.length).toBe(Math.min(total, 100));
    expect(none).toEqual({ version: 1, events: [], totalEvents: 0 });
    expect(ofProject.events[0].featureName).toBe(feature);
    expect(ofProject.totalEvents).toBeLessThan(total);
  });
});

describe('the search for events', () => {
  test('describes events in sentences', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });

    const { events } = await search({ feature: `IS:${feature}` });

    expect(events[0]!.label).toBe('Feature turned on');
    expect(events[0]!.summary).toBe(
      `token *admin* turned the feature **[${feature}](http://localhost:0/api/admin/projects/default/features/${feature})** on in the environment ` +
        '*production* of the project **[default](http://localhost:0/api/admin/projects/default)**.',
    );
    expect(events[1]!.summary).toContain('added the strategy **flexibleRollout** to the feature');
  });

  test('finds events by their label, and within a time', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const since = new Date(Date.now() - 60_000).toISOString();
    await service.api
      .post(`/api/admin/projects/default/features/${feature}/environments/production/off`)
      .expect(200);
    const at = `IS:${feature}`;

    const off = await search({ feature: at, query: 'Turned off', from: `IS:${since}` });
    const before = await search({ feature: at, to: `IS:${since}` });

    expect(off.events.map(({ label }) => label)).toEqual(['Feature turned off']);
    expect(before.events).toEqual([]);
  });

  test('names types that have no sentence, and escapes Markdown in names', async () => {
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, data) VALUES ('feature-variants-updated', '[me](http://evil) *x*', 7, null), ('segment-created', 'me', 7, '{"name": "a\\nb<img>"}')`,
    );

    const { events } = await search({ createdBy: 'IS:7' });

    expect(events[1]).toMatchObject({
      label: 'Feature variants updated',
      summary: '*\\[me\\](http://evil) \\*x\\** did this: feature variants updated.',
    });
    expect(events[0]).toMatchObject({
      label: 'Segment created',
      summary: '*me* created the segment **a b\\<img\\>**.',
    });
  });

  test('filters by environments, alone and beside other filters, and counts them whether they are tallied or not', async () => {
    const feature = await service.given.feature({ enabledIn: ['production', 'development'] });
    await service.sql('SELECT advance_event_tally()');
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const inProduction = await search({ feature: `IS:${feature}`, environment: 'IS:production' });
    expect(inProduction.events.map((event) => event.type)).toEqual([
      'feature-environment-disabled',
      'feature-environment-enabled',
      'feature-strategy-add',
    ]);
    expect(inProduction.total).toBe(3);
    const [row] = await service.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM event WHERE environment IN ('production', 'development')",
    );
    const alone = await search({ environment: 'IS_ANY_OF:production,development' });
    expect(alone.total).toBe(row!.n);
    expect(new Set(alone.events.map((event) => event.environment))).toEqual(
      new Set(['production', 'development']),
    );
    await service.api.get('/api/admin/search/events?environment=production').expect(400);
  });

  test('finds events by their ids, which are no names of features', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { events } = await search({ feature: `IS:${feature}` });
    const [newest, , oldest] = events.map(({ id }) => id);
    const one = await search({ id: `IS:${newest}` });
    expect(one).toEqual({ events: [events[0]], total: 1 });
    const two = await search({ id: `IS_ANY_OF:${oldest},${newest}` });
    expect(two.events.map(({ id }) => id)).toEqual([newest, oldest]);
    expect(two.total).toBe(2);
    const none = await search({ id: `IS:${newest}`, feature: 'IS:another' });
    expect(none).toEqual({ events: [], total: 0 });
    for (const id of ['IS:x', String(newest), 'IS:', 'IS:-1'])
      await service.api.get('/api/admin/search/events').query({ id }).expect(400);
  });

  test('filters by one value or several, by several filters at once', async () => {
    const [one, two] = [
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature(),
    ];

    const both = await search({ feature: `IS_ANY_OF:${one},${two}` });
    const created = await search({
      feature: `IS_ANY_OF:${one},${two},${one}`,
      type: 'IS:feature-created',
      project: 'IS:default',
    });
    const switched = await search({
      feature: `IS:${one}`,
      type: 'IS_ANY_OF:feature-environment-enabled,feature-environment-disabled',
    });
    const elsewhere = await search({ feature: `IS:${one}`, project: 'IS:nowhere' });
    const byToken = await search({ feature: `IS:${two}`, createdBy: 'IS_ANY_OF:-42,1' });

    expect([both.total, new Set(both.events.map(({ featureName }) => featureName)).size]).toEqual([
      4, 2,
    ]);
    expect(both.events.map(({ id }) => id)).toEqual(
      both.events.map(({ id }) => id).sort((a, b) => b - a),
    );
    expect([created.total, created.events.length]).toEqual([2, 2]);
    expect(types(switched.events)).toEqual(['feature-environment-enabled']);
    expect(elsewhere).toEqual({ events: [], total: 0 });
    expect(byToken.total).toBe(1);
  });

  test('pages through everything once, newest first', async () => {
    const feature = await service.given.feature();
    await given(feature, 24);
    const seen: number[] = [];
    for (let offset = 0; offset < 30; offset += 10) {
      const { events, total } = await search({ feature: `IS:${feature}`, limit: 10, offset });
      expect(total).toBe(25);
      seen.push(...events.map(({ id }) => id));
    }

    expect(seen).toHaveLength(25);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  test.each(['0', '1001', '-1', 'many', '', '1.5'])(
    'takes a limit of "%s" for none at all, which is 50',
    async (limit) => {
      const feature = await service.given.feature();
      await given(feature, 60);

      const { events, total } = await search({ feature: `IS:${feature}`, limit, offset: 'x' });

      expect([events.length, total]).toEqual([50, 61]);
    },
  );

  test('finds a text in the type, the names, the creator and the contents, in any letter case', async () => {
    const feature = await service.given.feature({
      name: unique('Search_Me'),
      ...{ description: 'needle 100%' },
    });

    const find = async (query: string): Promise<number> =>
      (await search({ feature: `IS:${feature}`, query })).total;

    expect([
      await find('SEARCH_me'),
      await find('feature-CREATED'),
      await find('Needle'),
      await find('adMin'),
    ]).toEqual([1, 1, 1, 1]);
    expect([
      await find('100%'),
      await find('10%0'),
      await find('search.me'),
      await find('nothing like it'),
    ]).toEqual([1, 0, 0, 0]);
    expect((await search({ query: feature })).total).toBe(1);
  });

  test('takes the days in UTC, the last one whole', async () => {
    const feature = unique();
    await service.sql(
      `INSERT INTO event (type, created_by, created_by_user_id, feature_name, created_at)
       SELECT 'feature-created', 'me', 1, $1, t::timestamptz
         FROM unnest('{2025-12-31T23:59:59.999Z,2026-01-01T00:00:00Z,2026-01-02T23:59:59.999Z,2026-01-03T00:00:00Z}'::text[]) t`,
      [feature],
    );
    const found = async (days: Record<string, string>): Promise<number> =>
      (await search({ feature: `IS:${feature}`, ...days })).total;

    expect(await found({ from: 'IS:2026-01-01' })).toBe(3);
    expect(await found({ to: 'IS:2026-01-01' })).toBe(2);
    expect(await found({ from: 'IS:2026-01-01', to: 'IS:2026-01-02' })).toBe(2);
    expect(await found({ from: 'IS:2026-01-03', to: 'IS:2026-01-01' })).toBe(0);
  });

  test.each([
    'feature=x',
    'feature=IS_NOT:x',
    'feature=IS:',
    'project=IS_ANY_OF:',
    'type=is:feature-created',
    'createdBy=IS:somebody',
    'createdBy=IS:1;drop',
    'createdBy=IS:99999999999',
    'from=2026-01-01',
    'from=IS:2026-13-01',
    'from=IS:2026-02-30',
    'from=IS:2026-01-01T25:00:00Z',
    'from=IS:2026-01-01T10:00',
    'to=IS_ANY_OF:2026-01-01',
    'limit=1&limit=2',
    'query=a&query=b',
    'query=%00',
    'feature=IS:a&feature=IS:b',
  ])('refuses %s', async (query) => {
    const { body } = await service.api.get(`${SEARCH}?${query}`).expect(400);

    expect(body.name).toBe('BadDataError');
  });

  test('counts exactly, with the tally and without it, also what is younger than the tally', async () => {
    const count = async (condition = 'true'): Promise<number> => {
      const [row] = await service.sql<{ events: number }>(
        `SELECT count(*)::int AS events FROM event WHERE ${condition}`,
      );
      return row!.events;
    };
    await service.given.feature();
    await service.sql('SELECT advance_event_tally()');
    await service.given.feature({ enabledIn: ['development'] });

    expect((await search({ limit: 1 })).total).toBe(await count());
    expect((await search({ type: 'IS:feature-created', limit: 1 })).total).toBe(
      await count("type = 'feature-created'"),
    );
    expect(
      (await search({ type: 'IS_ANY_OF:feature-created,feature-strategy-add', limit: 1 })).total,
    ).toBe(await count("type IN ('feature-created', 'feature-strategy-add')"));
    expect((await search({ project: 'IS:default', limit: 1 })).total).toBe(
      await count("project = 'default'"),
    );
    expect((await search({ type: 'IS:nothing', limit: 1 })).total).toBe(0);
  });
});

test('a page of the search is to be had as a table, in which no text is a formula', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const description = '=1+"1"';
  await service.api.put(at(feature), { name: feature, type: 'release', description }).expect(200);
  await service.sql("UPDATE event SET created_by = '=me' WHERE feature_name = $1", [feature]);

  const table = `${SEARCH}/csv?feature=IS:${feature}&limit=2`;
  const { text, headers } = await service.api
    .get(table)
    .expect(200)
    .expect('Content-Type', 'text/csv; charset=utf-8');
  await service.api.get(table).set({ 'If-None-Match': headers['etag']! }).expect(304);

  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    'id,createdAt,type,label,summary,createdBy,createdByName,createdByUserId,project,environment,' +
      'featureName,ip,token,preData,data',
  );
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^\d+,[^,]+Z,feature-metadata-updated,/);
  expect(lines[1]).toContain(",'=me,");
  expect(lines[1]).toContain(String.raw`""description"":""=1+\""1\"""`);
});

test('searches by the old type of changes of variants find those of environments', async () => {
  const variants = [{ name: 'blue', weight: 1000, weightType: 'variable' }];
  const feature = await service.given.feature({ variants });
  const { body } = await service.api
    .get(`/api/admin/search/events?feature=IS:${feature}&type=IS:feature-variants-updated`)
    .expect(200);
  const deprecated = await service.api
    .post('/api/admin/events/search', { feature, type: 'feature-variants-updated' })
    .expect(200);
  for (const { events } of [body, deprecated.body])
    expect(types(events)).toEqual(Array(2).fill('feature-environment-variants-updated'));
  expect(body.total).toBe(2);
});

describe('the deprecated search', () => {
  const post = (body: object) => service.api.post('/api/admin/events/search', body);

  test('finds by type, project, feature and text, and counts what it found', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });

    const { body, headers } = await post({
      feature,
      project: 'default',
      type: 'feature-created',
    }).expect(200);
    const { body: paged } = await post({ feature, limit: 1, offset: 1 }).expect(200);
    const { body: text } = await post({ query: feature, limit: 1 }).expect(200);

    expect([types(body.events), body.totalEvents, body.version]).toEqual([
      ['feature-created'],
      1,
      1,
    ]);
    expect([types(paged.events), paged.totalEvents]).toEqual([['feature-strategy-add'], 3]);
    expect(text.totalEvents).toBe(3);
    expect((await post({ feature, query: ' ' }).expect(200)).body.totalEvents).toBe(3);
    const unrecorded = await post({ feature, type: 'banner-created' }).expect(200);
    expect(unrecorded.body.totalEvents).toBe(0);
    expect(headers['deprecation']).toMatch(/^@\d+$/);
  });

  test.each([
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { limit: 'x' },
    { type: {} },
    { type: 'x' },
  ])('refuses %j', async (body) => {
    await post(body).expect(400);
  });
});

test('authors are called by the name that they have now, and deleted ones as they were called', async () => {
  const { id, username } = await person(service, { rootRole: 'Editor', name: 'Ada' });
  const editor = await signedIn(service, username);
  const name = unique();
  await editor.post('/api/admin/projects/default/features', { name }).expect(201);
  const found = async (): Promise<object> => (await search({ feature: `IS:${name}` })).events[0]!;

  expect(await found()).toMatchObject({ createdBy: username, createdByName: 'Ada' });
  await service.api.put(`${USERS}/${id}`, { name: 'Ada Lovelace' }).expect(200);
  expect(await found()).toMatchObject({
    ...{ createdBy: username, createdByName: 'Ada Lovelace' },
    summary: expect.stringMatching(/^\*Ada Lovelace\* created/),
  });
  await service.api.delete(`${USERS}/${id}`).expect(200);
  expect(await found()).toMatchObject({ createdBy: username, createdByName: username });
});

test('each author of events is listed once, sorted by name', async () => {
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id) VALUES ('x', 'long-gone', 4242), ('x', 'long-gone', 4242)`,
  );

  const { body } = await service.api.get('/api/admin/event-creators').expect(200);

  expect(body).toEqual(
    expect.arrayContaining([
      { id: -42, name: 'Unleash Admin Token' },
      { id: -1337, name: 'Unleash System' },
      { id: 4242, name: 'long-gone' },
    ]),
  );
  expect(body.length).toBe(new Set(body.map(({ id }: { id: number }) => id)).size);
});

test('events are not for everybody', async () => {
  for (const path of [
    SEARCH,
    '/api/admin/events',
    '/api/admin/events/x',
    '/api/admin/event-creators',
  ]) {
    await service.api.as().get(path).expect(401);
    await service.api.as({ token: CLIENT_TOKEN }).get(path).expect(403);
  }
});

test('only readers of the whole log read its newest events at once', async () => {
  const { body } = await (await somebody(service)).api.get('/api/admin/events').expect(403);
  expect(body.permissions).toEqual(['ADMIN', 'READ_LOGS']);
  const auditor = await somebody(service, await role(service, 'root-custom', 'READ_LOGS'));
  await auditor.api.get('/api/admin/events').expect(200);
});

test('events stay when their feature is gone, and reading them records nothing', async () => {
  const feature = await service.given.feature();
  await service.api.delete(at(feature)).expect(202);
  await service.sql('DELETE FROM feature WHERE name = $1', [feature]);

  const first = await search({ feature: `IS:${feature}` });
  const again = await search({ feature: `IS:${feature}` });

  expect(first.total).toBeGreaterThanOrEqual(2);
  expect(again).toEqual(first);
});

/** Stores events of a feature directly. */
async function given(feature: string, events: number): Promise<void> {
  await service.sql(
    `INSERT INTO event (type, created_by, created_by_user_id, feature_name, project)
     SELECT 'feature-metadata-updated', 'me', 1, $1, 'default' FROM generate_series(1, $2::int)`,
    [feature, events],
  );
}
