import { at } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { milestone, type Plan, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { ReleasePlanJobs } from '../../../../src/governance/release-plan/progression/release-plan.jobs.js';

let service: TestService;
let other: TestService;
let scene: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  other = await service.beside();
  scene = new ReleasePlanScene(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const HOURLY = { transitionCondition: { intervalMinutes: 60 } };
const automatic = () =>
  scene.started([milestone(10, HOURLY), milestone(50, HOURLY), milestone(100)]);

/** Makes the next milestone of a plan due. */
const pass = ({ id }: Plan) =>
  service.sql(
    `UPDATE release_plan SET progression_due_at = progression_due_at - interval '60 minutes'
      WHERE id = $1`,
    [id],
  );
const startsOf = (feature: string) => eventsOf(service, feature, 'release-plan-milestone-started');
const reach = (feature: string, index: number) =>
  until(async () => {
    const { activeMilestoneId, milestones } = await scene.plan(feature);
    return activeMilestoneId === milestones[index]!.id;
  });
const progressionOf = (feature: string, plan: Plan, index: number): string =>
  `${at(feature, 'production')}/progressions/${plan.milestones[index]!.id}`;

describe('a milestone with a time', () => {
  test('is followed by the next one, each once, whatever the number of instances', async () => {
    const { feature, plan } = await automatic();
    const due = Date.parse(plan.progressionDueAt!) - Date.parse(plan.milestones[0]!.startedAt!);
    expect(due).toBe(60 * 60_000);
    await pass(plan);
    const jobs = [service, other].map((one) => one.service.app.get(ReleasePlanJobs));
    await Promise.all([...jobs, ...jobs].map((one) => one.progress()));
    await reach(feature, 1);
    const now = await scene.plan(feature);
    expect(now.milestones[0]!.progressionExecutedAt).not.toBeNull();
    expect(now.progressionDueAt).not.toBeNull();
    expect(await scene.rollouts(feature)).toEqual([['50', plan.milestones[1]!.id]]);
    await pass(plan);
    await reach(feature, 2);
    expect(await scene.plan(feature)).toMatchObject({ progressionDueAt: null });
    const starts = await startsOf(feature);
    expect(starts.map(({ data }) => data)).toMatchObject([
      { milestoneName: '10 %', startedBy: 'user' },
      { milestoneName: '50 %', startedBy: 'progression' },
      { milestoneName: '100 %', startedBy: 'progression' },
    ]);
    expect(starts[1]!.createdBy).toBe('unleash_system_user');
  });

  test('is followed also by what became due while no instance ran', async () => {
    const { feature, plan } = await automatic();
    await pass(plan);
    const later = await service.beside();
    await reach(feature, 1);
    await later.stop();
    expect(await startsOf(feature)).toHaveLength(2);
  });

  test('and a start by somebody at the same time follow one another', async () => {
    const { feature, plan } = await automatic();
    await pass(plan);
    await Promise.all([
      service.service.app.get(ReleasePlanJobs).progress(),
      scene.start(feature, plan, 2).expect(200),
    ]);
    await reach(feature, 2);
    expect(await scene.rollouts(feature)).toEqual([['100', plan.milestones[2]!.id]]);
  });

  test('pauses the plan of a feature that is off, until somebody resumes it', async () => {
    const { feature, plan } = await automatic();
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    await pass(plan);
    await until(async () => (await scene.plan(feature)).milestones[0]!.pausedAt !== null);
    expect(await scene.plan(feature)).toMatchObject({
      activeMilestoneId: plan.milestones[0]!.id,
      progressionDueAt: null,
    });
    const [pause] = await eventsOf(service, feature, 'release-plan-progressions-paused');
    expect(pause!.data).toMatchObject({ reason: 'The feature is off.' });
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    const resume = `${at(feature, 'production')}/progressions/${plan.id}/resume`;
    const { body } = await service.api.post(resume).expect(200);
    expect(body.milestones[0].pausedAt).toBeNull();
    expect(Date.parse(body.progressionDueAt)).toBeGreaterThan(Date.parse(plan.progressionDueAt!));
    await service.api.post(resume).expect(200);
    expect(await eventsOf(service, feature, 'release-plan-progressions-resumed')).toHaveLength(1);
  });

  test('pauses the plan when the next one cannot start', async () => {
    const many = {
      name: 'many',
      strategies: Array.from({ length: 30 }, () => milestone(1).strategies[0]),
    };
    const { feature, plan } = await scene.started([milestone(10, HOURLY), many]);
    await service.api
      .post(`${at(feature, 'production')}/strategies`, { name: 'default' })
      .expect(200);
    await pass(plan);
    await until(async () => (await scene.plan(feature)).milestones[0]!.pausedAt !== null);
    const [pause] = await eventsOf(service, feature, 'release-plan-progressions-paused');
    expect((pause!.data as { reason: string }).reason).toContain('at most 30 strategies');
  });
});

describe('the time of a milestone', () => {
  test('is set, changed and removed', async () => {
    const { feature, plan } = await scene.started();
    const path = progressionOf(feature, plan, 0);
    const { body } = await service.api
      .put(path, { ...HOURLY, targetMilestone: plan.milestones[1]!.id })
      .expect(200);
    expect(body.progressionDueAt).not.toBeNull();
    await service.api.put(path, HOURLY).expect(200);
    const { body: removed } = await service.api.delete(path).expect(200);
    expect(removed.progressionDueAt).toBeNull();
    const events = await eventsOf(service, feature, 'milestone-progression-changed');
    expect(events.map(({ data }) => data)).toMatchObject([
      { intervalMinutes: 60 },
      { intervalMinutes: null },
    ]);
  });

  test('counts from when the plan was resumed, also when it is changed afterwards', async () => {
    const { feature, plan } = await automatic();
    // As if the plan had been paused and was just resumed: the milestone started long ago.
    await service.sql(
      `UPDATE release_plan SET milestones =
         jsonb_set(milestones, '{0,startedAt}', to_jsonb(iso8601(now() - interval '2 days')))
        WHERE id = $1`,
      [plan.id],
    );
    const { body } = await service.api
      .put(progressionOf(feature, plan, 0), { transitionCondition: { intervalMinutes: 90 } })
      .expect(200);
    const due = Date.parse(plan.progressionDueAt!) + 30 * 60_000;
    expect(body.progressionDueAt).toBe(new Date(due).toISOString());
  });

  test('of another milestone does not change when the active one is followed', async () => {
    const { feature, plan } = await automatic();
    const { body } = await service.api
      .put(progressionOf(feature, plan, 1), { transitionCondition: { intervalMinutes: 5 } })
      .expect(200);
    expect(body.progressionDueAt).toBe(plan.progressionDueAt);
  });

  test('is refused for the last milestone, others than the next, and wrong numbers', async () => {
    const { feature, plan } = await scene.started();
    await service.api.put(progressionOf(feature, plan, 2), HOURLY).expect(400);
    const path = progressionOf(feature, plan, 0);
    await service.api.put(path, { ...HOURLY, targetMilestone: plan.milestones[2]!.id }).expect(400);
    await service.api.put(path, { transitionCondition: { intervalMinutes: 0 } }).expect(400);
    await service.api.put(path, {}).expect(400);
    await service.api
      .put(`${at(feature, 'production')}/progressions/${plan.id}`, HOURLY)
      .expect(404);
  });
});
