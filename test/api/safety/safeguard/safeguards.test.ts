import { Client } from 'pg';
import { SafeguardSamples } from '../../../../src/governance/release-plan/safeguard/safeguard-samples.js';
import { Database } from '../../../../src/platform/database/database.js';
import { TAKE_UNCHECKED } from '../../../../src/safety/safeguard/feature-safeguard.sql.js';
import { SafeguardCheck, SafeguardJobs } from '../../../../src/safety/safeguard/safeguard-check.js';
import { give, role, somebody } from '../../../support/access.js';
import { eventsOf } from '../../../support/events.js';
import { ABOVE_TEN, limit, metric, SafeguardScene } from '../../../support/safeguard-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: SafeguardScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await SafeguardScene.create(service);
});
afterAll(() => service.stop());

const config = (project: string) =>
  `/api/admin/projects/${project}/environments/production/change-requests/config`;
/** The same evaluations as another metric: of one application or of others that report nothing. */
const anyOf = (n: number) => metric('count', { appName: ['shop', `other-${n}`] });
const required = { changeRequestsEnabled: true, requiredApprovals: 1 };

describe('setting a safeguard', () => {
  test('shows it, and records an event', async () => {
    const feature = await scene.feature();
    const { body } = await scene.set(feature, { ...ABOVE_TEN, forMinutes: 5 }).expect(200);
    expect(body.safeguards).toEqual([
      {
        id: expect.any(String),
        triggerCondition: { operator: '>', threshold: 10 },
        impactMetric: { id: expect.any(String), ...metric('count') },
        forMinutes: 5,
        prometheusQuery: null,
        problem: null,
        checkedAt: null,
        crossedSince: null,
        triggeredAt: null,
        triggeredValue: null,
        createdAt: expect.any(String),
      },
    ]);
    const { id, triggerCondition, impactMetric } = body.safeguards[0];
    expect(await eventsOf(service, feature, 'feature-safeguard-set')).toMatchObject([
      {
        createdBy: scene.owner.username,
        environment: 'production',
        data: { safeguard: { id, triggerCondition, impactMetric }, forMinutes: 5 },
      },
    ]);
  });

  test('again replaces that on the same metric, and changes nothing when it is the same', async () => {
    const feature = await scene.feature();
    const { id } = (await scene.set(feature, ABOVE_TEN).expect(200)).body.safeguards[0];
    await scene.set(feature, ABOVE_TEN).expect(200);
    expect(await eventsOf(service, feature, 'feature-safeguard-set')).toHaveLength(1);
    await scene.set(feature, limit('>', 20, metric('count'))).expect(200);
    expect(await scene.only(feature)).toMatchObject({ id, triggerCondition: { threshold: 20 } });
    await scene.set(feature, limit('>', 20, metric('sum'))).expect(200);
    const { body } = await scene.owner.api.get(`${scene.at(feature)}/safeguards`).expect(200);
    expect(body.safeguards).toHaveLength(2);
  });

  test.each([
    ['without a metric', { triggerCondition: { operator: '>', threshold: 1 } }],
    ['with a percentile', limit('>', 1, metric('p95'))],
    ['with a share of everything', limit('>', 1, metric('avg'))],
    ['with another operator', limit('=', 1, metric('count'))],
    ['for longer than a day', { ...ABOVE_TEN, forMinutes: 1_441 }],
    ['for a negative time', { ...ABOVE_TEN, forMinutes: -1 }],
  ])('is refused %s', async (_, safeguard) => {
    const feature = await scene.feature();
    await scene.set(feature, safeguard).expect(400);
    expect(await eventsOf(service, feature, 'feature-safeguard-set')).toEqual([]);
  });

  test('is possible ten times for a feature in an environment', async () => {
    const feature = await scene.feature();
    const of = (app: string) => limit('>', 1, metric('count', { appName: [app] }));
    for (let n = 0; n < 10; n++) await scene.set(feature, of(`a${n}`)).expect(200);
    const { body } = await scene.set(feature, of('b')).expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
  });

  test('needs the permission to turn off in the environment', async () => {
    const feature = await scene.feature();
    const [stranger, onCall] = [await somebody(service), await somebody(service)];
    const offOnly = { name: 'DISABLE_FEATURE_ENVIRONMENT', environment: 'production' };
    const roleId = await role(service, 'custom', offOnly);
    await give(service, scene.project, [roleId], { users: [onCall.id] });
    await scene.set(feature, ABOVE_TEN, stranger.api).expect(403);
    const { body } = await scene.set(feature, ABOVE_TEN, onCall.api).expect(200);
    const path = `${scene.at(feature)}/safeguards/${body.safeguards[0].id}`;
    await stranger.api.delete(path).expect(403);
    await onCall.api.delete(path).expect(204);
    await onCall.api.delete(path).expect(404);
    expect(await eventsOf(service, feature, 'feature-safeguard-removed')).toHaveLength(1);
  });

  test('where changes require approvals needs the permission to do without', async () => {
    const other = await SafeguardScene.create(service);
    const feature = await other.feature();
    const member = await somebody(service);
    const turning = { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' };
    const roleId = await role(service, 'custom', turning);
    await give(service, other.project, [roleId], { users: [member.id] });
    await service.api.put(config(other.project), required).expect(204);
    const { body } = await other.set(feature, ABOVE_TEN, member.api).expect(403);
    expect(body).toMatchObject({ permissions: ['SKIP_CHANGE_REQUEST'] });
    await other.set(feature, ABOVE_TEN, service.api).expect(200);
  });

  test('with labels that evaluations do not have is refused, and says where they are', async () => {
    const feature = await scene.feature();
    const impactMetric = { ...ABOVE_TEN.impactMetric, labelSelectors: { region: ['eu'] } };
    const { body } = await scene.set(feature, { ...ABOVE_TEN, impactMetric }).expect(400);
    expect(body.details[0].path).toBe('/body/impactMetric/labelSelectors/region');
  });

  test('is refused for what does not exist or is archived', async () => {
    await scene.set('nothing', ABOVE_TEN).expect(404);
    await scene.owner.api.get(`${scene.at('nothing')}/safeguards`).expect(404);
    const feature = await scene.feature();
    const path = `/api/admin/projects/${scene.project}/features/${feature}`;
    await scene.owner.api.delete(path).expect(202);
    await scene.set(feature, ABOVE_TEN).expect(400);
  });
});

describe('a safeguard turns its feature off', () => {
  test('once, and says what it found', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 10 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    await scene.report(feature, { no: 1 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
    const { id, triggeredAt, triggeredValue } = await scene.only(feature);
    expect([triggeredAt, triggeredValue]).toEqual([expect.any(String), 11]);
    const reason = 'The count of evaluations in the last hour is 11, more than 10.';
    expect(await scene.offs(feature)).toMatchObject([
      {
        createdBy: 'unleash_system_user',
        token: { type: 'safeguard', id, name: reason },
        data: { reason },
      },
    ]);
    expect(await scene.triggers(feature)).toMatchObject([
      { data: { safeguard: { id }, forMinutes: 0, value: 11, reason } },
    ]);
    const search = `/api/admin/search/events?feature=IS:${feature}&limit=1`;
    const { body } = await service.api.get(search).expect(200);
    expect(body.events[0].summary).toMatch(/triggered: \*\*The count .* more than 10\*\*\.$/);
    await scene.turn('on', feature);
    await scene.report(feature, { yes: 100 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    expect(await scene.triggers(feature)).toHaveLength(1);
  });

  test('and again only for usage after it was set again', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 11 });
    await scene.check();
    await scene.turn('on', feature);
    await scene.set(feature, ABOVE_TEN).expect(200);
    expect(await scene.only(feature)).toMatchObject({ triggeredAt: null, triggeredValue: null });
    await scene.check();
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    await scene.report(feature, { yes: 11 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.triggers(feature)).toHaveLength(2);
  });

  test('when the limit stays crossed for the time', async () => {
    const feature = await scene.guarded({ ...ABOVE_TEN, forMinutes: 5 });
    await scene.report(feature, { yes: 11 });
    await scene.check();
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    expect((await scene.only(feature)).crossedSince).toEqual(expect.any(String));
    await scene.crossedFor(feature, 5);
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('but not when the limit was not crossed in between', async () => {
    const share = limit('>', 0.5, metric('avg', { variant: ['broken'] }), { forMinutes: 5 });
    const feature = await scene.guarded(share);
    await scene.report(feature, { yes: 100, variants: { broken: 100 } });
    await scene.check();
    await scene.report(feature, { yes: 300, variants: { fine: 300 } });
    await scene.check();
    expect((await scene.only(feature)).crossedSince).toBeNull();
    await scene.report(feature, { yes: 900, variants: { broken: 900 } });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('when a metric that applications report crosses the limit', async () => {
    const samples = service.service.app.get(SafeguardSamples);
    const name = `errors-${Date.now()}`;
    const feature = await scene.guarded(limit('>', 5, { ...metric('sum'), metricName: name }));
    await samples.run();
    await scene.reportMetric(name, 1, 6);
    await samples.run();
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('where changes require approvals', async () => {
    const other = await SafeguardScene.create(service);
    const feature = await other.guarded();
    await service.api.put(config(other.project), required).expect(204);
    await other.report(feature, { yes: 11 });
    await other.check();
    expect(await other.isOn(feature)).toBe(false);
  });

  test('which can be undone', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 11 });
    await scene.check();
    const [off] = await scene.offs(feature);
    await scene.owner.api.post(`/api/admin/events/${off!.id}/undo?scope=change`).expect(200);
    expect(await scene.isOn(feature)).toBe(true);
  });
});

describe('a safeguard leaves its feature alone', () => {
  test('for what was counted before the feature was turned on', async () => {
    const feature = await scene.guarded();
    await scene.turn('off', feature);
    await scene.report(feature, { no: 100 });
    await scene.check();
    await scene.turn('on', feature);
    await scene.check();
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    await scene.report(feature, { yes: 11 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('when reports are missing, which is not too little usage', async () => {
    const feature = await scene.guarded(limit('<', 10, metric('count')));
    await service.sql(
      `UPDATE feature_safeguard SET usage_baseline = usage_baseline ||
         jsonb_build_object('since', iso8601(now() - interval '2 hours')) WHERE feature_name = $1`,
      [feature],
    );
    await scene.check();
    expect(await scene.isOn(feature)).toBe(true);
    // They come late.
    await scene.report(feature, { yes: 5 });
    await scene.check();
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('when it is archived', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 11 });
    const path = `/api/admin/projects/${scene.project}/features/${feature}`;
    await scene.owner.api.delete(path).expect(202);
    await scene.check();
    expect(await scene.triggers(feature)).toEqual([]);
  });

  test('that is not guarded, in a clone of it', async () => {
    const feature = await scene.guarded();
    const clone = `${feature}-clone`;
    await service.api
      .post(`/api/admin/projects/${scene.project}/features/${feature}/clone`, { name: clone })
      .expect(201);
    const { body } = await service.api.get(`${scene.at(clone)}/safeguards`).expect(200);
    expect(body.safeguards).toEqual([]);
  });
});

test.each([1, 6])('%d safeguards of a locked feature keep no other one waiting', async (count) => {
  const [locked, feature] = [await scene.guarded(), await scene.guarded()];
  for (let n = 1; n < count; n++) await scene.set(locked, limit('>', n, anyOf(n))).expect(200);
  await scene.check();
  const holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(
      'SELECT FROM feature_environment WHERE feature_name = $1 FOR NO KEY UPDATE',
      [locked],
    );
    // The locked one comes first.
    await service.sql('UPDATE feature_safeguard SET checked_at = now() WHERE feature_name <> $1', [
      locked,
    ]);
    await scene.report(locked, { yes: 11 });
    await scene.report(feature, { yes: 11 });
    const checked = scene.check();
    const start = performance.now();
    while ((await scene.isOn(feature)) && performance.now() - start < 2_000);
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.isOn(locked)).toBe(true);
    await holder.query('ROLLBACK');
    await checked;
  } finally {
    await holder.end();
  }
  expect(await scene.isOn(locked)).toBe(false);
});

describe('several instances', () => {
  test('that check at the same time turn the feature off once', async () => {
    const other = await service.beside();
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 11 });
    await Promise.all([service, other, service, other].map((one) => scene.check(one)));
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.triggers(feature)).toHaveLength(1);
    expect(await scene.offs(feature)).toHaveLength(1);
    await other.stop();
  });

  test('of which one measured before somebody turned the feature on again leave it on', async () => {
    const feature = await scene.guarded();
    await scene.report(feature, { yes: 11 });
    const taken = await service.service.app.get(Database).run(TAKE_UNCHECKED, [0, 100, false]);
    const late = taken.filter(({ featureName }) => featureName === feature);
    expect(late).toHaveLength(1);
    await scene.check();
    await scene.turn('on', feature);
    await service.service.app.get(SafeguardCheck).check(late[0]!);
    expect(await scene.isOn(feature)).toBe(true);
    expect(await scene.triggers(feature)).toHaveLength(1);
  });

  test('check a safeguard once in the interval together', async () => {
    const other = await service.beside();
    const feature = await scene.guarded();
    const checkedAt = async () => (await scene.only(feature)).checkedAt;
    const before = await checkedAt();
    await other.service.app.get(SafeguardJobs).watch(false, 3_600);
    await service.service.app.get(SafeguardJobs).watch(false, 3_600);
    expect(await checkedAt()).toBe(before);
    await other.stop();
  });
});
