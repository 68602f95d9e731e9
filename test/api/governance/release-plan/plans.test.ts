import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import {
  milestone,
  ReleasePlanScene,
  rollout,
  TEMPLATES,
} from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = new ReleasePlanScene(service);
});
afterAll(() => service.stop());

describe('adding a plan', () => {
  test('to a feature that is off waits until it is turned on', async () => {
    const feature = await service.given.feature();
    const template = await scene.template();
    const { body } = await scene.add(feature, template).expect(200);
    expect(body).toMatchObject({
      discriminator: 'plan',
      featureName: feature,
      environment: 'production',
      activeMilestoneId: null,
      releasePlanTemplateId: template,
      safeguards: [],
    });
    expect(await scene.rollouts(feature)).toEqual([]);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
    const plan = await scene.plan(feature);
    expect(plan.activeMilestoneId).toBe(plan.milestones[0]!.id);
    expect(await scene.rollouts(feature)).toEqual([['10', plan.milestones[0]!.id]]);
    expect(await eventTypesOf(service, feature)).toEqual([
      'feature-created',
      'release-plan-added',
      'feature-strategy-add',
      'release-plan-milestone-started',
      'feature-environment-enabled',
    ]);
  });

  test('to a feature that is on starts the first milestone', async () => {
    const { feature, plan } = await scene.started();
    expect(plan.activeMilestoneId).toBe(plan.milestones[0]!.id);
    expect(plan.milestones[0]!.startedAt).not.toBeNull();
    expect(await scene.rollouts(feature)).toEqual([['10', plan.milestones[0]!.id]]);
    const [event] = await eventsOf(service, feature, 'release-plan-milestone-started');
    expect(event).toMatchObject({
      environment: 'production',
      data: { planId: plan.id, milestoneName: '10 %', startedBy: 'user' },
      preData: null,
    });
  });

  test('is a copy that the template does not change', async () => {
    const id = await scene.template();
    const feature = await service.given.feature();
    const { body: plan } = await scene.add(feature, id).expect(200);
    const { body: template } = await service.api.get(`${TEMPLATES}/${id}`).expect(200);
    expect(plan.milestones[0].id).not.toBe(template.milestones[0].id);
    expect(plan.milestones[0].strategies[0].parameters.groupId).toBe(feature);
    await service.api.put(`${TEMPLATES}/${id}`, { name: unique(), milestones: [] }).expect(200);
    await service.api.delete(`${TEMPLATES}/${id}`).expect(200);
    expect(await scene.plan(feature)).toEqual(plan);
  });

  test('is refused for a second plan, also at the same time', async () => {
    const feature = await service.given.feature();
    const template = await scene.template();
    const answers = await Promise.all([1, 2, 3].map(() => scene.add(feature, template)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await eventsOf(service, feature, 'release-plan-added')).toHaveLength(1);
  });

  test('is refused for unknown and incomplete templates, and unknown places', async () => {
    const feature = await service.given.feature();
    await scene.add(feature, 'no-uuid').expect(404);
    await scene.add(feature, '00000000-0000-4000-8000-000000000000').expect(404);
    await scene.add(feature, await scene.template([])).expect(400);
    await scene.add(feature, await scene.template([{ name: 'empty' }])).expect(400);
    await scene.add('no-such-feature', await scene.template()).expect(404);
    await service.api.get(`${at(feature, 'nowhere')}/release-plans`).expect(404);
    await service.api.delete(`/api/admin/projects/default/features/${feature}`).expect(202);
    await scene.add(feature, await scene.template()).expect(400);
  });
});

describe('starting a milestone', () => {
  test('replaces the strategies of the one before, and leaves others', async () => {
    const { feature, plan } = await scene.started();
    const own = `${at(feature, 'production')}/strategies`;
    await service.api.post(own, { name: 'default' }).expect(200);
    const { body } = await scene.start(feature, plan, 2).expect(200);
    expect(body).toMatchObject({ id: plan.milestones[2]!.id, startedAt: expect.any(String) });
    const rollouts = await scene.rollouts(feature);
    expect(rollouts).toEqual([[undefined], ['100', plan.milestones[2]!.id]]);
    const events = await eventsOf(service, feature);
    expect(events.slice(-3)).toMatchObject([
      { type: 'feature-strategy-remove', preData: { milestoneId: plan.milestones[0]!.id } },
      { type: 'feature-strategy-add', data: { milestoneId: plan.milestones[2]!.id } },
      {
        type: 'release-plan-milestone-started',
        data: { milestoneName: '100 %' },
        preData: { milestoneName: '10 %' },
      },
    ]);
    await scene.start(feature, plan, 2).expect(200);
    expect(await eventsOf(service, feature)).toHaveLength(events.length);
    await scene.start(feature, plan, 0).expect(200);
    expect((await scene.rollouts(feature))[1]).toEqual(['10', plan.milestones[0]!.id]);
  });

  test('at the same time leaves one milestone active, with exactly its strategies', async () => {
    const { feature, plan } = await scene.started();
    const indexes = [1, 2, 1, 2, 0, 1];
    await Promise.all(indexes.map((index) => scene.start(feature, plan, index).expect(200)));
    const { activeMilestoneId, milestones } = await scene.plan(feature);
    const active = milestones.find(({ id }) => id === activeMilestoneId)!;
    expect(await scene.rollouts(feature)).toEqual([
      [active.strategies[0]!.parameters['rollout'], active.id],
    ]);
  });

  test('reaches SDKs', async () => {
    const { feature, plan } = await scene.started();
    await scene.start(feature, plan, 1).expect(200);
    const token = { tokenName: unique(), type: 'client', environment: 'production' };
    const { body: created } = await service.api
      .post('/api/admin/api-tokens', { ...token, projects: ['default'] })
      .expect(201);
    const { body } = await service.api
      .as({ token: created.secret })
      .get(`/api/client/features/${feature}`)
      .expect(200);
    expect(body.strategies).toMatchObject([{ parameters: { rollout: '50' } }]);
    expect(body.strategies[0]).not.toHaveProperty('milestoneId');
  });

  test('is refused for unknown plans and milestones', async () => {
    const { feature, plan } = await scene.started();
    const path = scene.plansOf(feature);
    const { id } = plan.milestones[0]!;
    await service.api.post(`${path}/${id}/milestones/${id}/start`).expect(404);
    await service.api.post(`${path}/${plan.id}/milestones/${plan.id}/start`).expect(404);
    await service.api.post(`${path}/no-uuid/milestones/no-uuid/start`).expect(404);
    const other = await scene.started();
    await scene.start(feature, other.plan, 0).expect(404);
  });

  test('keeps the limit of strategies', async () => {
    const many = { name: 'many', strategies: Array.from({ length: 30 }, () => rollout(1)) };
    const { feature, plan } = await scene.started([milestone(10), many]);
    const path = `${at(feature, 'production')}/strategies`;
    await service.api.post(path, { name: 'default' }).expect(200);
    await scene.start(feature, plan, 1).expect(400);
    expect((await scene.plan(feature)).activeMilestoneId).toBe(plan.milestones[0]!.id);
  });
});

describe('removing a plan', () => {
  test('removes its strategies, and turns the feature off without others', async () => {
    const { feature, plan } = await scene.started();
    await service.api.delete(`${scene.plansOf(feature)}/${plan.id}`).expect(200);
    expect(await scene.rollouts(feature)).toEqual([]);
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.plan(feature)).toBeUndefined();
    expect((await eventTypesOf(service, feature)).slice(-3)).toEqual([
      'feature-strategy-remove',
      'feature-environment-disabled',
      'release-plan-removed',
    ]);
    await service.api.delete(`${scene.plansOf(feature)}/${plan.id}`).expect(404);
  });

  test('leaves a feature on that has other strategies', async () => {
    const { feature, plan } = await scene.started();
    const path = `${at(feature, 'production')}/strategies`;
    await service.api.post(path, { name: 'default' }).expect(200);
    await service.api.delete(`${scene.plansOf(feature)}/${plan.id}`).expect(200);
    expect(await scene.rollouts(feature)).toHaveLength(1);
    expect(await scene.isOn(feature)).toBe(true);
  });
});

describe('a strategy of a milestone', () => {
  test('cannot be changed or deleted without the plan', async () => {
    const { feature, plan } = await scene.started();
    const { id } = plan.milestones[0]!.strategies[0]!;
    const path = `${at(feature, 'production')}/strategies/${id}`;
    const { body } = await service.api.put(path, { name: 'default' }).expect(403);
    expect(body.message).toContain(`milestone-strategies/${id}`);
    await service.api.patch(path, [{ op: 'replace', path: '/title', value: 'x' }]).expect(403);
    await service.api.delete(path).expect(403);
    const segments = { projectId: 'default', environmentId: 'production', strategyId: id };
    await service.api
      .post('/api/admin/segments/strategies', { ...segments, segmentIds: [] })
      .expect(403);
    expect(await scene.rollouts(feature)).toEqual([['10', plan.milestones[0]!.id]]);
  });

  test('cannot become so long that the plan exceeds its limit', async () => {
    const { feature, plan } = await scene.started();
    await service.sql(
      `UPDATE release_plan
          SET milestones = jsonb_set(milestones, '{0,strategies,0,title}',
                to_jsonb(repeat('x', 499900)))
        WHERE id = $1`,
      [plan.id],
    );
    const { id } = plan.milestones[1]!.strategies[0]!;
    const { body } = await service.api
      .put(`${at(feature, 'production')}/milestone-strategies/${id}`, { title: 'Longer' })
      .expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
    expect(body.message).toContain('at most 500000 characters');
    const after = (await scene.plan(feature)).milestones[1]!.strategies[0]!;
    expect(after).toEqual(plan.milestones[1]!.strategies[0]!);
  });

  test('is changed with the plan, at once if its milestone is active', async () => {
    const { feature, plan } = await scene.started();
    const [first, second] = plan.milestones;
    const change = (id: string, rolled: string) =>
      service.api.put(`${at(feature, 'production')}/milestone-strategies/${id}`, {
        parameters: { rollout: rolled, stickiness: 'default', groupId: feature },
      });
    const { body } = await change(first!.strategies[0]!.id, '12').expect(200);
    expect(body).toMatchObject({ id: first!.strategies[0]!.id, parameters: { rollout: '12' } });
    expect(await scene.rollouts(feature)).toEqual([['12', first!.id]]);
    await change(second!.strategies[0]!.id, '55').expect(200);
    expect(await scene.rollouts(feature)).toEqual([['12', first!.id]]);
    const now = await scene.plan(feature);
    expect(now.milestones.map((one) => one.strategies[0]!.parameters['rollout'])).toEqual([
      '12',
      '55',
      '100',
    ]);
    expect(now.milestones[0]!.startedAt).toBe(first!.startedAt);
    await scene.start(feature, plan, 1).expect(200);
    expect(await scene.rollouts(feature)).toEqual([['55', second!.id]]);
    expect((await eventTypesOf(service, feature)).filter((type) => /updated?$/.test(type))).toEqual(
      [
        'feature-strategy-update',
        'release-plan-milestone-strategy-updated',
        'release-plan-milestone-strategy-updated',
      ],
    );
    await change('00000000-0000-4000-8000-000000000000', '1').expect(404);
  });
});

describe('what a plan uses', () => {
  test('cannot be deleted: segments, context fields, strategy definitions', async () => {
    const [field, definition] = [unique(), unique()];
    await service.api.post('/api/admin/context', { name: field }).expect(201);
    await service.api
      .post('/api/admin/strategies', { name: definition, parameters: [] })
      .expect(201);
    const { body: segment } = await service.api
      .post('/api/admin/segments', { name: unique(), constraints: [] })
      .expect(201);
    const constraints = [{ contextName: field, operator: 'IN', values: ['1'] }];
    const template = await scene.template([
      { name: 'a', strategies: [rollout(1, { segments: [segment.id], constraints })] },
      { name: 'b', strategies: [{ strategyName: definition }] },
    ]);
    const used = [
      `/api/admin/segments/${segment.id}`,
      `/api/admin/context/${field}`,
      `/api/admin/strategies/${definition}`,
    ];
    const refused = async (what: string) => {
      for (const path of used) {
        const { body } = await service.api.delete(path).expect(409);
        expect(body.message).toContain(what);
      }
    };
    await refused('the release plan template');
    const feature = await service.given.feature();
    const { body: plan } = await scene.add(feature, template).expect(200);
    await service.api.delete(`${TEMPLATES}/${template}`).expect(200);
    await refused(`the release plan of the feature "${feature}" in "production"`);
    await service.api
      .put(`/api/admin/segments/${segment.id}`, {
        name: unique(),
        project: await service.given.project(),
        constraints: [],
      })
      .expect(400);
    await service.api.delete(`${scene.plansOf(feature)}/${plan.id}`).expect(200);
    for (const path of used) expect((await service.api.delete(path)).status).toBeLessThan(300);
  });
});

describe('what else meets the strategies of a plan:', () => {
  test('a copy of the feature has the strategies, but no plan', async () => {
    const { feature } = await scene.started();
    const name = unique();
    await service.api.post(`${at(feature)}/clone`, { name }).expect(201);
    expect(await scene.rollouts(name)).toEqual([['10']]);
    expect(await scene.plan(name)).toBeUndefined();
  });

  test('the feature shows to which milestone a strategy belongs, also in the past', async () => {
    const { feature, plan } = await scene.started();
    const strategiesOf = (body: { environments: { name: string; strategies: object[] }[] }) =>
      body.environments.find(({ name }) => name === 'production')!.strategies;
    const { body: before } = await service.api.get(at(feature)).expect(200);
    expect(strategiesOf(before)).toMatchObject([{ milestoneId: plan.milestones[0]!.id }]);
    const [{ now }] = (await service.sql<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
    )) as [{ now: string }];
    await scene.start(feature, plan, 1).expect(200);
    const { body: then } = await service.api.get(`${at(feature)}?asOf=${now}`).expect(200);
    expect(strategiesOf(then)).toEqual(strategiesOf(before));
  });

  test('an export has plain strategies, and an import does not replace those of a plan', async () => {
    const { feature, plan } = await scene.started();
    const { body: file } = await service.api
      .post('/api/admin/features-batch/export', {
        features: [feature],
        environment: 'production',
        downloadFile: false,
      })
      .expect(200);
    expect(file.featureStrategies).toHaveLength(1);
    expect(file.featureStrategies[0]).not.toHaveProperty('milestoneId');
    file.featureStrategies[0].parameters.rollout = '77';
    const into = { project: 'default', environment: 'production', data: file };
    const { body } = await service.api.post('/api/admin/features-batch/import', into).expect(400);
    expect(body.message).toContain('belongs to a milestone of a release plan');
    expect(await scene.rollouts(feature)).toEqual([['10', plan.milestones[0]!.id]]);
    const elsewhere = { ...into, environment: 'development' };
    await service.api.post('/api/admin/features-batch/import', elsewhere).expect(200);
  });

  test('a feature moves with its plan, unless that uses a segment or field of its project', async () => {
    const [from, to] = [await service.given.project(), await service.given.project()];
    const feature = unique();
    const here = `/api/admin/projects/${from}/features/${feature}`;
    await service.api.post(`/api/admin/projects/${from}/features`, { name: feature }).expect(201);
    const { body: segment } = await service.api
      .post('/api/admin/segments', { name: unique(), project: from, constraints: [] })
      .expect(201);
    const plans = `${here}/environments/production/release-plans`;
    const { body: plan } = await service.api
      .post(plans, { templateId: await scene.template() })
      .expect(200);
    const [{ id }] = plan.milestones[2].strategies;
    const change = (segments: number[]) =>
      service.api.put(`${here}/environments/production/milestone-strategies/${id}`, { segments });
    const move = () => service.api.post(`${here}/changeProject`, { newProjectId: to });
    await change([segment.id]).expect(200);
    await move().expect(400);
    await change([]).expect(200);
    await move().expect(200);
    const { body } = await service.api.get(plans.replace(from, to)).expect(200);
    expect(body).toMatchObject([{ id: plan.id }]);
  });

  test('a change by a milestone is not undone strategy by strategy', async () => {
    const { feature, plan } = await scene.started();
    await scene.start(feature, plan, 1).expect(200);
    const events = await service.sql<{ id: string; type: string }>(
      'SELECT id::text, type FROM event WHERE feature_name = $1 ORDER BY id DESC LIMIT 3',
      [feature],
    );
    for (const { id } of events) await service.api.post(`/api/admin/events/${id}/undo`).expect(409);
    expect(await scene.rollouts(feature)).toEqual([['50', plan.milestones[1]!.id]]);
  });

  test('an environment that is deleted takes its plans with it', async () => {
    const name = unique();
    await service.api.post('/api/admin/environments', { name, type: 'test' }).expect(201);
    await service.api
      .post('/api/admin/projects/default/environments', { environment: name })
      .expect(200);
    const feature = await service.given.feature();
    const plans = `${at(feature, name)}/release-plans`;
    await service.api.post(plans, { templateId: await scene.template() }).expect(200);
    await service.api.post(`${at(feature, name)}/on`).expect(200);
    await service.api.delete(`/api/admin/environments/${name}`).expect(200);
    await service.api.get(plans).expect(404);
    expect(
      await service.sql('SELECT FROM release_plan WHERE feature_name = $1', [feature]),
    ).toEqual([]);
  });

  test('an archived feature keeps its plan, and a deleted one loses it', async () => {
    const { feature, plan } = await scene.started();
    await service.api.delete(at(feature)).expect(202);
    await scene.start(feature, plan, 1).expect(400);
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    expect(await scene.plan(feature)).toMatchObject({ activeMilestoneId: plan.milestones[0]!.id });
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    expect(await service.sql('SELECT FROM release_plan WHERE id = $1', [plan.id])).toEqual([]);
  });
});
