import { at } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { unique } from '../../support/given.js';
import { milestone, type Plan, ReleasePlanScene } from '../../support/release-plan-scene.js';
import { TestService } from '../../support/service.js';
import { until } from '../../support/waiting.js';
import { UsageWriter } from '../../../src/metrics/writing/usage-writer.js';
import { SafeguardSamples } from '../../../src/release-plan/safeguard/safeguard-samples.js';
import { ReleasePlanJobs } from '../../../src/release-plan/progression/release-plan.jobs.js';

let service: TestService;
let scene: ReleasePlanScene;
let token: string;
beforeAll(async () => {
  service = await TestService.start();
  scene = new ReleasePlanScene(service);
  token = await tokenOf('default');
});
afterAll(() => service.stop());

/** A client token for production. */
async function tokenOf(project: string): Promise<string> {
  const { body } = await service.api
    .post('/api/admin/api-tokens', {
      tokenName: unique(),
      type: 'client',
      environment: 'production',
      projects: [project],
    })
    .expect(201);
  return body.secret as string;
}

interface Counts {
  yes?: number;
  no?: number;
  variants?: Record<string, number>;
}

const metric = (aggregationMode: string, labelSelectors: object = {}) => ({
  metricName: 'evaluations',
  timeRange: 'hour',
  aggregationMode,
  labelSelectors,
});
const limit = (operator: string, threshold: number, impactMetric: object) => ({
  impactMetric,
  triggerCondition: { operator, threshold },
});
const guard = (feature: string, plan: Plan, safeguard: object) =>
  service.api.put(`${scene.plansOf(feature)}/${plan.id}/safeguards`, safeguard);

/** Reports evaluations as an application does, and lets them be stored. */
async function report(feature: string, counts: Counts): Promise<void> {
  const now = new Date().toISOString();
  await service.api
    .as({ token })
    .post('/api/client/metrics', {
      appName: 'shop',
      instanceId: 'one',
      bucket: { start: now, stop: now, toggles: { [feature]: counts } },
    })
    .expect(202);
  await service.service.app.get(UsageWriter).write();
}
const check = () => service.service.app.get(ReleasePlanJobs).watch(0);
/** Checks until the plan has gone back; a check that meets another one leaves it to that. */
const goesBack = (feature: string, milestone: { id: string }) =>
  until(async () => {
    await check();
    return (await scene.plan(feature)).activeMilestoneId === milestone.id;
  });
const pausesOf = (feature: string) =>
  eventsOf(service, feature, 'release-plan-progressions-paused');

/** A feature whose second milestone is active, with a safeguard. */
async function guarded(safeguard: object): Promise<{ feature: string; plan: Plan }> {
  const { feature, plan } = await scene.started();
  await scene.start(feature, plan, 1).expect(200);
  await guard(feature, plan, safeguard).expect(200);
  return { feature, plan };
}

describe('a rollout turns itself back', () => {
  test('when more evaluations than allowed are counted', async () => {
    const { feature, plan } = await guarded(
      limit('>', 500, metric('count', { enabled: ['true'] })),
    );
    await report(feature, { yes: 400, no: 5_000 });
    await check();
    expect(await scene.plan(feature)).toMatchObject({ activeMilestoneId: plan.milestones[1]!.id });
    await report(feature, { yes: 101 });
    await goesBack(feature, plan.milestones[0]!);
    const now = await scene.plan(feature);
    expect(now.activeMilestoneId).toBe(plan.milestones[0]!.id);
    expect(now.milestones[0]!.pausedAt).not.toBeNull();
    expect(await scene.rollouts(feature)).toEqual([['10', plan.milestones[0]!.id]]);
    expect((await eventsOf(service, feature)).slice(-4)).toMatchObject([
      { type: 'feature-strategy-remove' },
      { type: 'feature-strategy-add' },
      { type: 'release-plan-milestone-started', data: { startedBy: 'safeguard' } },
      {
        type: 'release-plan-progressions-paused',
        createdBy: 'unleash_system_user',
        data: { reason: 'The count of evaluations in the last hour is 501, more than 500.' },
      },
    ]);
    await check();
    expect(await pausesOf(feature)).toHaveLength(1);
  });

  test('when the share of a variant is too high, counting enough evaluations', async () => {
    const share = metric('avg', { variant: ['broken'] });
    const { feature, plan } = await guarded(limit('>', 0.2, share));
    await report(feature, { yes: 50, variants: { broken: 50 } });
    await check();
    expect(await pausesOf(feature)).toEqual([]);
    await report(feature, { yes: 150, variants: { fine: 150 } });
    await goesBack(feature, plan.milestones[0]!);
  });

  test('and counts only what came after the milestone started', async () => {
    const { feature, plan } = await guarded(limit('>', 500, metric('count')));
    await report(feature, { yes: 501 });
    await goesBack(feature, plan.milestones[0]!);
    expect(await pausesOf(feature)).toHaveLength(1);
    await service.api
      .post(`${at(feature, 'production')}/progressions/${plan.id}/resume`)
      .expect(200);
    await scene.start(feature, plan, 2).expect(200);
    await report(feature, { yes: 500 });
    await check();
    expect(await pausesOf(feature)).toHaveLength(1);
    await report(feature, { yes: 1 });
    await goesBack(feature, plan.milestones[1]!);
    expect(await pausesOf(feature)).toHaveLength(2);
  });

  test('to off from the first milestone', async () => {
    const { feature, plan } = await scene.started();
    await guard(feature, plan, limit('>', 10, metric('sum', { appName: ['shop'] }))).expect(200);
    await report(feature, { yes: 11 });
    await until(async () => {
      await check();
      return !(await scene.isOn(feature));
    });
    expect(await scene.plan(feature)).toMatchObject({ activeMilestoneId: plan.milestones[0]!.id });
    expect(await pausesOf(feature)).toHaveLength(1);
  });

  test('by itself, within seconds', async () => {
    const { feature, plan } = await guarded(limit('>', 10, metric('count')));
    await report(feature, { yes: 11 });
    await until(
      async () => (await scene.plan(feature)).activeMilestoneId === plan.milestones[0]!.id,
    );
  }, 30_000);

  test('when a metric of applications crosses a limit', async () => {
    const latency = { metricName: unique(), timeRange: 'day', aggregationMode: 'avg' };
    const watched = { ...latency, labelSelectors: { region: ['eu'] } };
    const { feature, plan } = await guarded(limit('>', 250, watched));
    const job = service.service.app.get(SafeguardSamples);
    await job.run();
    const send = async (sum: number, labels: object, as = token) => {
      const now = new Date().toISOString();
      const samples = [{ labels, count: 10, sum }, { labels, value: 'x' }, null];
      await service.api
        .as({ token: as })
        .post('/api/client/metrics', {
          appName: 'shop',
          environment: 'production',
          bucket: { start: now, stop: now, toggles: {} },
          impactMetrics: [{ name: latency.metricName, type: 'histogram', samples }, 'x', {}],
        })
        .expect(202);
      await job.run();
      await check();
    };
    await send(2_000, { region: 'eu' });
    await send(99_000, { region: 'us' });
    await send(99_000, { region: 'eu' }, await tokenOf(await service.given.project()));
    expect(await pausesOf(feature)).toEqual([]);
    await send(4_000, { region: 'eu' });
    await goesBack(feature, plan.milestones[0]!);
    const [pause] = await pausesOf(feature);
    expect(pause!.data).toMatchObject({
      reason: `The avg of ${latency.metricName} in the last day is 300, more than 250.`,
    });
  });

  test('where changes require approvals, too', async () => {
    const { feature, plan } = await guarded(limit('>', 10, metric('count')));
    const config = '/api/admin/projects/default/environments/production/change-requests/config';
    await service.api.put(config, { changeRequestsEnabled: true, requiredApprovals: 1 });
    await report(feature, { yes: 11 });
    await goesBack(feature, plan.milestones[0]!);
    await service.api.put(config, { changeRequestsEnabled: false });
  });
});

describe('a rollout goes on', () => {
  test('while too little usage is not known for the whole period', async () => {
    const { feature } = await guarded(limit('<', 10, metric('count')));
    await check();
    expect(await pausesOf(feature)).toEqual([]);
  });

  test('while other applications and results are counted', async () => {
    const { feature } = await guarded(limit('>', 10, metric('count', { appName: ['other'] })));
    await report(feature, { yes: 11 });
    await check();
    expect(await pausesOf(feature)).toEqual([]);
  });

  test('when several instances check at the same time, back by one milestone only', async () => {
    const other = await service.beside();
    const { feature, plan } = await scene.started([1, 2, 3, 4].map((n) => milestone(n)));
    await scene.start(feature, plan, 3).expect(200);
    await guard(feature, plan, limit('>', 10, metric('count'))).expect(200);
    await report(feature, { yes: 11 });
    await Promise.all(
      [service, other, service].map((one) => one.service.app.get(ReleasePlanJobs).watch(0)),
    );
    await other.stop();
    await goesBack(feature, plan.milestones[2]!);
    expect(await pausesOf(feature)).toHaveLength(1);
  });
});

describe('a safeguard', () => {
  test('replaces that on the same metric, and can be removed', async () => {
    const { feature, plan } = await scene.started();
    await guard(feature, plan, limit('>', 10, metric('count'))).expect(200);
    const { body } = await guard(feature, plan, limit('>', 20, metric('count'))).expect(200);
    expect(body.safeguards).toMatchObject([
      {
        action: { type: 'startPreviousMilestone', id: plan.id },
        triggerCondition: { operator: '>', threshold: 20 },
        impactMetric: metric('count'),
      },
    ]);
    const path = `${scene.plansOf(feature)}/${plan.id}/safeguards`;
    const { body: without } = await service.api
      .delete(`${path}/${body.safeguards[0].id}`)
      .expect(200);
    expect(without.safeguards).toEqual([]);
    await service.api.delete(`${path}/${body.safeguards[0].id}`).expect(404);
    expect((await eventsOf(service, feature)).slice(-3).map(({ type }) => type)).toEqual([
      'safeguard-changed',
      'safeguard-changed',
      'safeguard-deleted',
    ]);
  });

  test.each([
    ['no name of a metric', limit('>', 1, { ...metric('count'), metricName: '' })],
    ['a percentile', limit('>', 1, metric('p95'))],
    ['an unknown label', limit('>', 1, metric('count', { region: ['eu'] }))],
    ['no values', limit('>', 1, metric('count', { appName: [] }))],
    ['a text for a list', limit('>', 1, metric('count', { appName: 'shop' }))],
    ['a share of everything', limit('>', 1, metric('avg'))],
    ['another operator', limit('=', 1, metric('count'))],
    ['no number', limit('>', 'x' as never, metric('count'))],
    ['nothing', {}],
  ])('is refused with %s', async (_, safeguard) => {
    const { feature, plan } = await scene.started();
    await guard(feature, plan, safeguard).expect(400);
    expect((await scene.plan(feature)).safeguards).toEqual([]);
  });

  test('is one of at most ten', async () => {
    const { feature, plan } = await scene.started();
    for (let n = 0; n < 10; n++)
      await guard(feature, plan, limit('>', 1, metric('count', { appName: [`a${n}`] }))).expect(
        200,
      );
    await guard(feature, plan, limit('>', 1, metric('count'))).expect(400);
  });
});
