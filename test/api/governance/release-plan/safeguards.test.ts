import { DataSource } from 'typeorm';
import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import {
  milestone,
  type Plan,
  ReleasePlanScene,
  rollout,
} from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { SafeguardSamples } from '../../../../src/governance/release-plan/safeguard/safeguard-samples.js';
import { ReleasePlanJobs } from '../../../../src/governance/release-plan/progression/release-plan.jobs.js';

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

/** Reports evaluations like an application does, and waits until they are stored. */
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
const longText = (): string => unique().padEnd(250, 'x');
const LAST_HOUR = "date_trunc('hour', now(), 'UTC') - interval '1 hour'";
/** Counts evaluations in the hour before the running one. */
const countedInLastHour = (feature: string, yes: number) =>
  service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes)
     VALUES ($1, 'shop', 'production', ${LAST_HOUR}, $2)`,
    [feature, yes],
  );
const check = () => service.service.app.get(ReleasePlanJobs).watch(0);
/**
 * Checks safeguards until the plan has gone back; a check that runs concurrently with another
 * leaves it to that.
 */
const goesBack = (feature: string, milestone: { id: string }) =>
  until(async () => {
    await check();
    return (await scene.plan(feature)).activeMilestoneId === milestone.id;
  });
const pausesOf = (feature: string) =>
  eventsOf(service, feature, 'release-plan-progressions-paused');

/** Creates a feature whose second milestone is active, with a safeguard. */
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
      const odd = { labels: { region: { toString: 1, valueOf: 1 } }, value: 1 };
      const samples = [{ labels, count: 10, sum }, { labels, value: 'x' }, null, odd];
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

  test('when a metric of an application behind an edge crosses a limit', async () => {
    const latency = { metricName: unique(), timeRange: 'day', aggregationMode: 'avg' };
    const watched = { ...latency, labelSelectors: { appName: ['shop'] } };
    const { feature, plan } = await guarded(limit('>', 250, watched));
    const job = service.service.app.get(SafeguardSamples);
    await job.run();
    const send = async (value: number, labels: object, named: object = {}) => {
      const metric = { name: latency.metricName, type: 'gauge', samples: [{ labels, value }] };
      await service.api
        .as({ token })
        .post('/api/client/metrics/bulk', {
          applications: [],
          metrics: [],
          impactMetrics: [{ ...metric, ...named }, null],
        })
        .expect(202);
      await job.run();
      await check();
    };
    await send(9_000, {});
    await send(9_000, { appName: 'other' });
    await send(9_000, {}, { appName: 'shop', environment: 'development' });
    await send(100, { appName: 'shop' }, { environment: 'production' });
    expect(await pausesOf(feature)).toEqual([]);
    await send(500, { appName: 'other' }, { appName: 'shop' });
    await goesBack(feature, plan.milestones[0]!);
  });

  test('and says so when it cannot go back', async () => {
    const full = { name: 'full', strategies: Array.from({ length: 30 }, () => rollout(1)) };
    const { feature, plan } = await scene.started([full, milestone(50)]);
    await scene.start(feature, plan, 1).expect(200);
    await service.api
      .post(`${at(feature, 'production')}/strategies`, { name: 'default' })
      .expect(200);
    await guard(feature, plan, limit('>', 10, metric('count'))).expect(200);
    await report(feature, { yes: 11 });
    await until(async () => {
      await check();
      return (await pausesOf(feature)).length > 0;
    });
    const [pause] = await pausesOf(feature);
    const { reason } = pause!.data as { reason: string };
    expect(reason).toContain('is 11, more than 10.');
    expect(reason).toContain('at most 30 strategies');
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

  test('when the milestone before it crossed a limit, also after the period is over', async () => {
    const { feature, plan } = await guarded(limit('>', 500, metric('count')));
    await countedInLastHour(feature, 600);
    await service.sql(
      `UPDATE release_plan SET usage_baseline = jsonb_build_object(
         'since', iso8601(${LAST_HOUR}), 'counts', jsonb_build_object(
           safeguards -> 0 ->> 'id', jsonb_build_object('matching', 600, 'total', 600)))
        WHERE id = $1`,
      [plan.id],
    );
    await check();
    expect(await pausesOf(feature)).toEqual([]);
  });

  test('when what it counts is from before the period, in the hour in which that began', async () => {
    const { feature, plan } = await guarded(limit('>', 3_599_999, metric('count')));
    await countedInLastHour(feature, 3_600_000);
    await service.sql(
      `UPDATE release_plan SET usage_baseline = usage_baseline ||
         jsonb_build_object('since', iso8601(now() - interval '1 day')) WHERE id = $1`,
      [plan.id],
    );
    await check();
    expect(await pausesOf(feature)).toEqual([]);
  });

  test('without its feature being locked by checks', async () => {
    const { feature } = await guarded(limit('>', 500, metric('count')));
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
      feature,
    ]);
    await check();
    await other.rollbackTransaction();
    await other.release();
    expect(await pausesOf(feature)).toEqual([]);
  });

  test('of which the feature is archived, and is not checked meanwhile', async () => {
    const { feature, plan } = await guarded(limit('>', 500, metric('count')));
    await service.api.delete(`/api/admin/projects/default/features/${feature}`).expect(202);
    const checkedAt = "'2020-01-01T00:00:00Z'::timestamptz";
    await service.sql(
      `UPDATE release_plan SET safeguards_checked_at = ${checkedAt} WHERE id = $1`,
      [plan.id],
    );
    await check();
    const found = await service.sql(
      `SELECT FROM release_plan WHERE id = $1 AND safeguards_checked_at = ${checkedAt}`,
      [plan.id],
    );
    expect(found).toHaveLength(1);
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
  test('that is set again stays as it is, and records nothing', async () => {
    const { feature, plan } = await scene.started();
    const { body } = await guard(feature, plan, limit('>', 10, metric('count'))).expect(200);
    const { body: again } = await guard(feature, plan, limit('>', 10, metric('count'))).expect(200);
    expect(again).toEqual(body);
    expect(await eventsOf(service, feature, 'safeguard-changed')).toHaveLength(1);
  });

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
    [
      'too long labels',
      limit('>', 1, metric('count', { appName: Array.from({ length: 10 }, longText) })),
    ],
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

  test('is one of at most 1,000 in a project, exactly', async () => {
    const [full, one, other] = [
      await scene.started(),
      await scene.started(),
      await scene.started(),
    ];
    const [found] = await service.sql<{ n: number }>(
      'SELECT sum(jsonb_array_length(safeguards))::int AS n FROM release_plan',
    );
    // None of its milestones is active, so that it is not checked.
    await service.sql(
      `UPDATE release_plan SET active_milestone_id = NULL, safeguards =
         (SELECT jsonb_agg(jsonb_build_object('id', gen_random_uuid())) FROM generate_series(1, $2))
        WHERE id = $1`,
      [full.plan.id, 999 - found!.n],
    );
    const results = await Promise.all(
      [one, other].map(({ feature, plan }) => guard(feature, plan, limit('>', 1, metric('count')))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = results.find(({ status }) => status === 400)!;
    expect(refused.body).toMatchObject({ name: 'ExceedsLimitError' });
    expect(refused.body.message).toContain('at most 1000 safeguards');
    await service.api.delete(`${scene.plansOf(full.feature)}/${full.plan.id}`).expect(200);
    const { feature, plan } = refused.body === results[0]!.body ? one : other;
    await guard(feature, plan, limit('>', 1, metric('count'))).expect(200);
  });
});

test('checking a plan writes into no index, because its milestones have many entries', async () => {
  const found = await service.sql(
    "SELECT indexdef FROM pg_indexes WHERE indexdef LIKE '%safeguards_checked_at%'",
  );
  expect(found).toEqual([]);
});
