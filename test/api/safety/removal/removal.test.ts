import { verifyCertificate } from '../../../../verify/verified-certificate.js';
import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { give, OWNER, somebody } from '../../../support/access.js';
import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ADMIN = '/api/admin';
const HOUR_MS = 3_600_000;
const FOR_ALL = {
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'a' },
};

interface Scene {
  project: string;
  feature: string;
  /** The path of the feature in production. */
  place: string;
  /** The token of an SDK of the project. */
  token: string;
}

/** A feature of a project of its own, which has been on in production for ten days. */
async function scene({ isOn = true, strategy = FOR_ALL as object } = {}): Promise<Scene> {
  const { api } = service;
  const project = await service.given.project();
  const feature = unique();
  const features = `${ADMIN}/projects/${project}/features`;
  await api.post(features, { name: feature }).expect(201);
  const place = `${features}/${feature}/environments/production`;
  await api.post(`${place}/strategies`, strategy).expect(200);
  if (isOn) await api.post(`${place}/on`).expect(200);
  const token = { tokenName: unique(), type: 'client', environment: 'production' };
  const { body } = await api
    .post(`${ADMIN}/api-tokens`, { ...token, projects: [project] })
    .expect(201);
  await age(project);
  return { project, feature, place, token: body.secret as string };
}

/** Lets everything in a project have happened ten days earlier. */
const age = (project: string) =>
  service.sql("UPDATE event SET created_at = created_at - interval '10 days' WHERE project = $1", [
    project,
  ]);

const certificate = ({ place }: Scene, days = 7): string =>
  `${place}/removal-certificate?days=${days}`;
const check = (at: Scene, days?: number): HttpCall => service.api.get(certificate(at, days));
const issue = (at: Scene, days?: number): HttpCall => service.api.post(certificate(at, days));

async function reasonsOf(at: Scene, days?: number): Promise<string[]> {
  const { body } = await check(at, days).expect(200);
  const refusals = body.refusals as { reason: string }[];
  await issue(at, days).expect(refusals.length === 0 ? 200 : 409);
  return refusals.map(({ reason }) => reason);
}

/** Reports evaluations of a feature some hours ago. */
async function report(
  { feature, token }: Scene,
  toggles: object,
  { appName = 'shop', hoursAgo = 0 } = {},
): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  const bucket = { start: at, stop: at, toggles: { [feature]: toggles } };
  await service.api
    .as({ token })
    .post('/api/client/metrics', { appName, instanceId: '1', sdkVersion: 'node:6.0.0', bucket })
    .expect(202);
  await service.service.app.get(UsageWriter).write();
}

test('a certificate states since when a feature is on, and who evaluated it', async () => {
  const at = await scene();
  await report(at, { yes: 3, no: 0 });
  await report(at, { yes: 4, no: 0 }, { appName: 'cart', hoursAgo: 30 });
  await report(at, { yes: 1, no: 0 }, { appName: 'cart' });
  const references = [{ feature: at.feature, file: 'a.ts', line: 1 }];
  const scan = { repository: 'acme/shop', revision: 'abc', references };
  await service.api.put(`${ADMIN}/projects/${at.project}/code-references`, scan).expect(200);

  const { body } = await issue(at).expect(200);

  const { content } = body;
  expect(content).toMatchObject({
    ...{ version: 1, project: at.project, feature: at.feature, environment: 'production' },
    ...{ state: 'on', variant: null, days: 7, yes: 8, no: 0 },
    applications: [
      { appName: 'cart', yes: 5, no: 0, sdks: ['node:6.0.0'] },
      { appName: 'shop', yes: 3 },
    ],
    repositories: [{ name: 'acme/shop', revision: 'abc', references: 1, complete: true }],
  });
  const days = (Date.parse(content.issuedAt) - Date.parse(content.since)) / (24 * HOUR_MS);
  expect(days).toBeCloseTo(10, 1);
  expect(content).not.toHaveProperty('refusals');
  const { body: events } = await service.api.get(`${ADMIN}/events?project=${at.project}`);
  expect(events.events[0]).toMatchObject({
    type: 'removal-certificate-issued',
    ...{ featureName: at.feature, environment: 'production' },
    data: { state: 'on', since: content.since, evaluations: 8, validUntil: content.validUntil },
  });
});

test('anybody can verify it with the public keys, until it is too old', async () => {
  const at = await scene({ isOn: false });
  const { body } = await issue(at).expect(200);
  const { body: jwks } = await service.api.get('/.well-known/jwks.json').expect(200);
  const keys = (jwks.keys as { kid: string; x: string }[]).map(({ kid, x }) => ({
    ...{ id: kid, publicKey: x, endorsement: null },
  }));
  const text = body.certificate as string;
  expect(verifyCertificate(text, keys, [])).toMatchObject({ feature: at.feature, state: 'off' });
  const [header, payload, signature] = text.split('.');
  const other = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...other, state: 'on' })).toString('base64url');
  expect(verifyCertificate(`${header}.${forged}.${signature}`, keys, [])).toContain('signature');
  const inTenDays = Date.now() + 240 * HOUR_MS;
  expect(verifyCertificate(text, keys, [], inTenDays)).toContain('it was valid until');
  expect(verifyCertificate('{}', keys, [])).toContain('it is no certificate');
});

test('what is on for everybody with one variant says so', async () => {
  const one = { name: 'one', weight: 1000, weightType: 'variable', stickiness: 'default' };
  const at = await scene({ strategy: { ...FOR_ALL, variants: [one] } });
  const { body } = await issue(at).expect(200);
  expect(body.content).toMatchObject({ state: 'on', variant: 'one' });
  const halves = [one, { ...one, name: 'two' }].map((each) => ({ ...each, weight: 500 }));
  const both = await scene({ strategy: { ...FOR_ALL, variants: halves } });
  expect(await reasonsOf(both)).toEqual(['several-variants']);
  await report(at, { yes: 1, no: 0, variants: { two: 1 } });
  expect(await reasonsOf(at)).toEqual(['late-usage']);
});

test('a variant that only some get is not certified', async () => {
  const at = await scene();
  const overrides = [{ contextName: 'userId', values: ['1'] }];
  await service.sql('UPDATE feature_environment SET variants = $2 WHERE feature_name = $1', [
    at.feature,
    JSON.stringify([{ name: 'some', weight: 0, overrides }]),
  ]);
  expect(await reasonsOf(at)).toEqual(['several-variants']);
});

test('where nobody gets a variant, each that is reported speaks against it', async () => {
  const at = await scene();
  await report(at, { yes: 1, no: 0, variants: { disabled: 1 } });
  expect(await reasonsOf(at)).toEqual([]);
  await report(at, { yes: 1, no: 0, variants: { one: 1 } });
  expect(await reasonsOf(at)).toEqual(['late-usage']);
});

test.each([
  ['for half of the users', { ...FOR_ALL, parameters: { ...FOR_ALL.parameters, rollout: '50' } }],
  [
    'for users with a field of the context',
    { ...FOR_ALL, parameters: { ...FOR_ALL.parameters, stickiness: 'userId' } },
  ],
  [
    'for some users',
    {
      name: 'default',
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    },
  ],
])('what is on %s has none, but has one while it is off', async (_, strategy) => {
  const at = await scene({ strategy });
  const { body } = await check(at).expect(200);
  expect(body).toMatchObject({ state: null, variant: null });
  expect(await reasonsOf(at)).toEqual(['conditional']);
  await service.api.post(`${at.place}/off`).expect(200);
  expect(await reasonsOf(at)).toEqual(['too-short']);
  await age(at.project);
  // What strategies it would have does not matter.
  await service.api.post(`${at.place}/strategies`, FOR_ALL).expect(200);
  expect(await reasonsOf(at)).toEqual([]);
});

test('the time begins again with a change, and when the feature is revived', async () => {
  const at = await scene();
  expect(await reasonsOf(at, 9)).toEqual([]);
  expect(await reasonsOf(at, 11)).toEqual(['too-short']);
  for (const days of [0, 366, 'x']) await check(at, days as number).expect(400);
  await service.api.post(`${at.place}/off`).expect(200);
  await service.api.post(`${at.place}/on`).expect(200);
  expect(await reasonsOf(at)).toEqual(['too-short']);
  await age(at.project);
  expect(await reasonsOf(at)).toEqual([]);
  const path = `${ADMIN}/projects/${at.project}/features/${at.feature}`;
  await service.api.delete(path).expect(202);
  expect((await check(at).expect(400)).body.name).toBe('ArchivedFeatureError');
  await service.api.post(`${ADMIN}/archive/revive/${at.feature}`).expect(200);
  expect((await check(at)).body.refusals[0].message).toContain('(Feature revived)');
  await service.api.get(`${path}/environments/nosuch/removal-certificate`).expect(404);
});

test('after a restore of the database it is only known what was since', async () => {
  const at = await scene();
  await service.sql('UPDATE event_tally_horizon SET restored_at = now()');
  expect(await reasonsOf(at)).toEqual(['too-short', 'restored']);
  await service.sql("UPDATE event_tally_horizon SET restored_at = now() - interval '8 days'");
  expect(await reasonsOf(at)).toEqual([]);
  await service.sql('UPDATE event_tally_horizon SET restored_at = NULL');
});

test('usage that contradicts it, was lost, or is missing makes it unsafe', async () => {
  const at = await scene();
  await report(at, { yes: 0, no: 2 }, { hoursAgo: 240 });
  expect(await reasonsOf(at)).toEqual([]);
  await report(at, { yes: 5, no: 2 }, { hoursAgo: 30 });
  const { body } = await check(at).expect(200);
  expect(body.refusals).toMatchObject([
    { reason: 'late-usage', message: expect.stringContaining('by shop') },
  ]);

  const silent = await scene();
  const sdk = service.api.as({ token: silent.token });
  const registered = { appName: 'quiet', instanceId: '1', strategies: [], started: new Date() };
  await sdk.post('/api/client/register', { ...registered, interval: 1 }).expect(202);
  await service.service.app.get(UsageWriter).write();
  expect(await reasonsOf(silent)).toEqual(['silent']);
  await report(silent, { yes: 1, no: 0 }, { appName: 'quiet' });
  expect(await reasonsOf(silent)).toEqual([]);

  await report(silent, { yes: 1, no: 0 }, { hoursAgo: 24 * 100 });
  expect(await reasonsOf(silent)).toEqual(['lost-usage']);
  expect((await check(silent)).body.refusals[0].message).toContain('1 (age)');
  await service.sql('DELETE FROM usage_loss');
});

test('what others are about to change makes it unsafe', async () => {
  const at = await scene();
  const { api } = service;
  const later = new Date(Date.now() + HOUR_MS).toISOString();
  const { body: schedule } = await api
    .post(`${at.place}/schedule`, { action: 'off', at: later })
    .expect(201);
  expect(await reasonsOf(at)).toEqual(['schedules']);
  await api.delete(`${ADMIN}/projects/${at.project}/schedules/${schedule.id}`);

  const features = `${ADMIN}/projects/${at.project}/features`;
  const child = unique();
  await api.post(features, { name: child }).expect(201);
  await api.post(`${features}/${child}/dependencies`, { feature: at.feature }).expect(200);
  expect(await reasonsOf(at)).toContain('children');
  const ofChild = { ...at, feature: child, place: `${features}/${child}/environments/production` };
  await api.post(`${ofChild.place}/strategies`, FOR_ALL).expect(200);
  await api.post(`${ofChild.place}/on`).expect(200);
  expect(await reasonsOf(ofChild)).toContain('parents');

  const signal = {
    name: unique('signal'),
    targets: [{ feature: at.feature, environment: 'production' }],
  };
  await api.post(`${ADMIN}/projects/${at.project}/signals`, signal).expect(201);
  expect(await reasonsOf(at)).toContain('signals');
  const config = `${ADMIN}/projects/${at.project}/environments/production/change-requests`;
  await api
    .put(`${config}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
    .expect(204);
  const { body: request } = await api
    .post(config, {
      ...{ action: 'updateEnabled', feature: at.feature, payload: { enabled: false } },
    })
    .expect(200);
  expect(await reasonsOf(at)).not.toContain('change-requests');
  await api
    .put(`${ADMIN}/projects/${at.project}/change-requests/${request.id}/state`, {
      state: 'In review',
    })
    .expect(200);
  expect(await reasonsOf(at)).toContain('change-requests');
});

test('who sees the feature sees what is known, and who may change it gets a certificate', async () => {
  const at = await scene();
  const [viewer, owner] = [await somebody(service), await somebody(service)];
  await give(service, at.project, [OWNER], { users: [owner.id] });
  await viewer.api.get(certificate(at)).expect(200);
  await viewer.api.post(certificate(at)).expect(403);
  await owner.api.post(certificate(at)).expect(200);
  const { body } = await service.api.get(`${ADMIN}/projects/${at.project}`).expect(200);
  const settings = { name: body.name as string, mode: 'private' };
  await service.api.put(`${ADMIN}/projects/${at.project}`, settings).expect(200);
  await viewer.api.get(certificate(at)).expect(404);
});
