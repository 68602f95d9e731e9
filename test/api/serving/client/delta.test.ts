import type { Api } from '../../../support/api.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { type Body, Sdk } from './support.js';

const DELTA = '/api/client/delta';
let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterAll(() => service.stop());

/** An SDK that polls for changes. */
class Poller {
  etag?: string;

  constructor(
    private readonly api: Api,
    private readonly query = '',
    private readonly spec = '5.2.0',
  ) {}

  get(): ReturnType<Api['get']> {
    const asked = this.api.get(DELTA + this.query).set('Unleash-Client-Spec', this.spec);
    return this.etag ? asked.set('If-None-Match', this.etag) : asked;
  }

  /** The events since the last call; none when there is nothing new. */
  async poll(): Promise<Body[]> {
    const answer = await this.get();
    if (answer.status === 304) return [];
    expect(answer.status).toBe(200);
    this.etag = answer.headers['etag'];
    return answer.body.events;
  }
}

const poller = (query?: string, token = CLIENT_TOKEN, of = service): Poller =>
  new Poller(of.api.as({ token }), query);
const off = (feature: string) => service.api.post(`${at(feature, 'development')}/off`).expect(200);
const on = (feature: string) => service.api.post(`${at(feature, 'development')}/on`).expect(200);

async function clientToken(projects: string[]): Promise<string> {
  const asked = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects,
  };
  return (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body.secret;
}

test('first everything comes, then what changes, and nothing when nothing has', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const sdk = poller();

  const [hydration, ...others] = await sdk.poll();
  expect(others).toEqual([]);
  const whole = await Sdk.of(service).body();
  expect(hydration).toEqual({
    eventId: expect.any(Number),
    type: 'hydration',
    features: whole.features,
    segments: whole.segments,
  });
  expect(Number.isInteger(hydration.eventId)).toBe(true);
  const known = sdk.etag;
  const unchanged = await sdk.get().expect(304);
  expect(unchanged.headers['etag']).toBe(known);
  expect(unchanged.text).toBe('');

  await off(feature);
  const [updated, ...more] = await sdk.poll();
  expect(more).toEqual([]);
  expect(updated).toEqual({
    eventId: expect.any(Number),
    type: 'feature-updated',
    feature: await Sdk.of(service).feature(feature),
  });
  expect(updated.feature.enabled).toBe(false);
  expect(updated.eventId).toBeGreaterThan(hydration.eventId);
  expect(await sdk.poll()).toEqual([]);
});

test('of several changes of a feature only the last is sent, and nothing when it is as before', async () => {
  const [one, other] = [
    await service.given.feature({ enabledIn: ['development'] }),
    await service.given.feature(),
  ];
  const sdk = poller();
  await sdk.poll();

  await off(one);
  await on(other);
  await sdk.get();
  await on(one);
  await off(one);
  const events = await sdk.poll();
  expect(
    events.map(({ type, feature }: Body) => [type, feature.name, feature.enabled]).sort(),
  ).toEqual(
    [
      ['feature-updated', one, false],
      ['feature-updated', other, true],
    ].sort(),
  );
});

test('an archived feature, and one that is deleted, are removed', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const sdk = poller();
  await sdk.poll();

  await service.api.delete(at(feature)).expect(202);
  expect(await sdk.poll()).toEqual([
    {
      eventId: expect.any(Number),
      type: 'feature-removed',
      featureName: feature,
      project: 'default',
    },
  ]);
  await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  expect(await sdk.poll()).toEqual([]);
  await service.api.post('/api/admin/projects/default/features', { name: feature }).expect(201);
  expect(await sdk.poll()).toEqual([
    expect.objectContaining({
      type: 'feature-updated',
      feature: expect.objectContaining({ name: feature }),
    }),
  ]);
});

test('segments come with the features that use them, change, and go', async () => {
  const feature = await service.given.feature();
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
  const { id } = (
    await service.api
      .post('/api/admin/segments', { name: unique('segment'), constraints })
      .expect(201)
  ).body;
  const sdk = poller();
  const [first] = await sdk.poll();
  expect(first.segments.map((one: Body) => one.id)).not.toContain(id);

  const strategies = `${at(feature, 'development')}/strategies`;
  const strategy = (
    await service.api.post(strategies, { name: 'default', segments: [id] }).expect(200)
  ).body.id;
  expect((await sdk.poll()).map(({ type }: Body) => type)).toEqual([
    'segment-updated',
    'feature-updated',
  ]);
  await service.api
    .put(`/api/admin/segments/${id}`, { name: 'another name', constraints: [] })
    .expect(204);
  expect(await sdk.poll()).toEqual([
    {
      eventId: expect.any(Number),
      type: 'segment-updated',
      segment: { id, name: 'another name', constraints: [] },
    },
  ]);
  await service.api.delete(`${strategies}/${strategy}`).expect(200);
  const last = await sdk.poll();
  expect(last.map(({ type }: Body) => type)).toEqual(['feature-updated', 'segment-removed']);
  expect(last[1]).toEqual({ eventId: expect.any(Number), type: 'segment-removed', segmentId: id });
});

test('a token for a project is told of that alone, and a feature that leaves it is removed', async () => {
  const project = await service.given.project();
  const [mine, other] = [unique(), await service.given.feature({ enabledIn: ['development'] })];
  await service.api.post(`/api/admin/projects/${project}/features`, { name: mine }).expect(201);
  const sdk = poller('', await clientToken([project]));
  expect((await sdk.poll())[0].features.map((one: Body) => one.name)).toEqual([mine]);

  await off(other);
  await sdk.get().expect(304);
  // As a move does: the project of the feature changes.
  await service.sql(`UPDATE feature SET project = 'default' WHERE name = $1`, [mine]);
  await service.api
    .patch(at(mine), [{ op: 'replace', path: '/description', value: 'moved' }])
    .expect(200);
  expect(await sdk.poll()).toEqual([
    { eventId: expect.any(Number), type: 'feature-removed', featureName: mine, project },
  ]);
});

test('names, projects and tags can be chosen', async () => {
  const prefix = unique('chosen');
  const [one, other] = [
    await service.given.feature({ name: `${prefix}-a` }),
    await service.given.feature(),
  ];
  const sdk = poller(`?namePrefix=${prefix}&environment=development`, ADMIN_TOKEN);
  expect((await sdk.poll())[0].features.map((f: Body) => f.name)).toEqual([one]);
  await on(other);
  await sdk.get().expect(304);
  await on(one);
  expect((await sdk.poll()).map((event: Body) => event.feature.name)).toEqual([one]);

  const tagged = poller('?tag=simple:wanted&environment=development', ADMIN_TOKEN);
  expect((await tagged.poll())[0].features).toEqual([]);
  await service.api
    .post(`/api/admin/features/${one}/tags`, { type: 'simple', value: 'wanted' })
    .expect(201);
  expect((await tagged.poll()).map((event: Body) => [event.type, event.feature?.name])).toEqual([
    ['feature-updated', one],
  ]);
  await service.api.delete(`/api/admin/features/${one}/tags/simple/wanted`).expect(200);
  expect((await tagged.poll()).map((event: Body) => [event.type, event.featureName])).toEqual([
    ['feature-removed', one],
  ]);
});

test('an SDK with an unknown state gets everything', async () => {
  for (const etag of [
    '"delta:0123456789abcdef"',
    'W/"delta:0123456789abcdef"',
    '"76d8bb0e:123"',
    'nonsense',
    '*',
  ]) {
    const sdk = poller();
    sdk.etag = etag;
    const answer = await sdk.get();
    if (etag === '*') expect(answer.status).toBe(304);
    else expect(answer.body.events.map((event: Body) => event.type)).toEqual(['hydration']);
  }
});

test('instances understand each other: the ETag stands for the content', async () => {
  const beside = await service.beside();
  try {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const [sdk, there] = [poller(), poller('', CLIENT_TOKEN, beside)];
    await sdk.poll();
    await there.poll();
    expect(there.etag).toBe(sdk.etag);
    await off(feature);
    const events = await sdk.poll();
    // The other instance has followed or will: the SDK continues from the state that the first one
    // sent.
    there.etag = sdk.etag;
    for (let tries = 0; (await there.get()).status !== 304; tries++)
      expect(tries).toBeLessThan(500);
    expect(events).toHaveLength(1);
    await on(feature);
    await sdk.poll();
    for (let told: Body[] = []; told.length === 0;) {
      told = await there.poll();
      for (const event of told)
        expect(event).toMatchObject({
          type: 'feature-updated',
          feature: { name: feature, enabled: true },
        });
    }
    expect(there.etag).toBe(sdk.etag);
  } finally {
    await beside.stop();
  }
});

test('the delta API is for client tokens and SDKs that support segments', async () => {
  const { api } = service;
  await api.as({}).get(DELTA).expect(401);
  await api.as({ token: 'default:development.unknown' }).get(DELTA).expect(401);
  await api.get(`${DELTA}?environment=development`).expect(200);
  await new Poller(api.as({ token: CLIENT_TOKEN }), '', '4.1.0').get().expect(400);
  await new Poller(api.as({ token: CLIENT_TOKEN }), '', 'new').get().expect(400);
});
