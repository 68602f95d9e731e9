import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { milestone, type Plan, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
let plans: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  plans = new ReleasePlanScene(service);
});
afterAll(() => service.stop());

const pathOf = (feature: string) => `${scene.at(feature, 'production')}/release-plans`;
const planOf = async (feature: string): Promise<Plan> =>
  (await service.api.get(pathOf(feature)).expect(200)).body[0];
const rolloutsOf = async (feature: string): Promise<string[]> => {
  const { body } = await service.api.get(`${scene.at(feature, 'production')}/strategies`);
  return body.map((one: { parameters: { rollout: string } }) => one.parameters.rollout);
};
const limit = {
  impactMetric: {
    metricName: 'evaluations',
    timeRange: 'hour',
    aggregationMode: 'count',
    labelSelectors: {},
  },
  triggerCondition: { operator: '>', threshold: 1 },
};

/** Creates a feature with a plan in an environment that requires approvals. */
async function planned(): Promise<{ feature: string; plan: Plan }> {
  const feature = await scene.feature();
  const templateId = await plans.template();
  await scene.applied({ action: 'addReleasePlan', feature, payload: { templateId } });
  return { feature, plan: await planOf(feature) };
}

test('nothing about a plan changes without an approval', async () => {
  const { feature, plan } = await planned();
  const here = scene.at(feature, 'production');
  const [first] = plan.milestones;
  const progression = `${here}/progressions/${first!.id}`;
  const transitionCondition = { intervalMinutes: 5 };
  const refused = [
    service.api.post(pathOf(await scene.feature()), { templateId: await plans.template() }),
    service.api.post(`${pathOf(feature)}/${plan.id}/milestones/${first!.id}/start`),
    service.api.put(`${here}/milestone-strategies/${first!.strategies[0]!.id}`, { title: 'x' }),
    service.api.put(progression, { transitionCondition }),
    service.api.put(`${pathOf(feature)}/${plan.id}/safeguards`, limit),
    service.api.delete(`${pathOf(feature)}/${plan.id}`),
  ];
  for (const request of refused) {
    const { body } = await request.expect(403);
    expect(body.name).toBe('PermissionError');
  }
  expect(await planOf(feature)).toEqual(plan);
});

test('each change of a plan can be approved', async () => {
  const { feature, plan } = await planned();
  const [first, second] = plan.milestones;
  const { id: planId } = plan;
  const transitionCondition = { intervalMinutes: 5 };
  await scene.applied([
    { action: 'startMilestone', feature, payload: { planId, milestoneId: first!.id } },
    {
      action: 'updateMilestoneStrategy',
      feature,
      payload: { id: first!.strategies[0]!.id, parameters: { rollout: '7' } },
    },
    {
      action: 'changeMilestoneProgression',
      feature,
      payload: { sourceMilestone: first!.id, targetMilestone: second!.id, transitionCondition },
    },
    { action: 'changeSafeguard', feature, payload: { planId, safeguard: limit } },
  ]);
  const now = await planOf(feature);
  expect(now).toMatchObject({ activeMilestoneId: first!.id, safeguards: [limit] });
  expect(now.milestones[0]!.transitionCondition).toEqual(transitionCondition);
  expect(await rolloutsOf(feature)).toEqual(['7']);
  const [applied, ...events] = await scene.events(6);
  expect(applied!.type).toBe('change-request-applied');
  expect(new Set(events.map(({ changeRequestId }) => changeRequestId)).size).toBe(1);

  const safeguardId = now.safeguards[0]!.id;
  await scene.applied([
    { action: 'deleteSafeguard', feature, payload: { planId, safeguardId } },
    { action: 'deleteMilestoneProgression', feature, payload: { sourceMilestone: first!.id } },
    { action: 'resumeMilestoneProgression', feature, payload: { planId } },
  ]);
  expect(await planOf(feature)).toMatchObject({ progressionDueAt: null, safeguards: [] });
  await scene.applied({ action: 'deleteReleasePlan', feature, payload: { planId } });
  expect(await planOf(feature)).toBeUndefined();
  expect(await rolloutsOf(feature)).toEqual([]);
});

test('approved changes conflict with later changes of the plan or the template', async () => {
  const { feature, plan } = await planned();
  const [first, second] = plan.milestones;
  const start = (id: string) => ({
    action: 'startMilestone',
    feature,
    payload: { planId: plan.id, milestoneId: id },
  });
  const late = await scene.approved(start(second!.id));
  await scene.applied(start(first!.id));
  await scene.state(late, 'Applied', scene.reviewer.api).expect(409);
  expect((await planOf(feature)).activeMilestoneId).toBe(first!.id);

  const templateId = await plans.template();
  const other = await scene.feature();
  const id = await scene.approved({
    action: 'addReleasePlan',
    feature: other,
    payload: { templateId },
  });
  await service.api
    .post(`/api/admin/release-plan-templates/${templateId}/milestones`, milestone(99))
    .expect(200);
  await scene.state(id, 'Applied', scene.reviewer.api).expect(409);
  expect(await planOf(other)).toBeUndefined();
});
