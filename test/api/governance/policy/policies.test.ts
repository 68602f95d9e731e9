import { SYSTEM } from '../../../../src/core/event/actor.js';
import { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { give, OWNER, somebody } from '../../../support/access.js';
import { recorder } from '../../../support/recorder.js';
import {
  FOR_EUROPE,
  policyOf,
  PolicyScene,
  PRODUCTION,
  ROLLOUT,
} from '../../../support/policy-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** What was wrong, as the refusal says it. */
const refusal = { name: 'PolicyViolationError' };

test('new features need a name, tags and a project with an owner as the policy says', async () => {
  const scene = await PolicyScene.of(service, {
    namePattern: 'shop-[a-z]+',
    nameExample: 'shop-basket',
    requiredTags: ['team', 'area:web'],
    ownerRequired: true,
  });
  const wrong = await scene.create().expect(403);
  expect(wrong.body).toMatchObject(refusal);
  expect(wrong.body.message).toContain(
    `The policy of "${scene.project}" refuses this (namePattern)`,
  );
  const said = wrong.body.details.map((one: { message: string }) => one.message);
  expect(said).toHaveLength(4);
  expect(said[0]).toContain('such as shop-basket');
  const tags = [
    { type: 'team', value: 'blue' },
    { type: 'area', value: 'web' },
  ];
  for (const name of ['team', 'area'])
    await service.api.post('/api/admin/tag-types', { name, description: '' });
  await scene.create({ name: 'shop-one', tags }).expect(403);
  const { id } = await somebody(service);
  await give(service, scene.project, [OWNER], { users: [id] });
  await scene.create({ name: 'shop-two', tags: [] }).expect(403);
  await scene.create({ name: 'shop-one', tags }).expect(201);
  await service.api.get(`${scene.features}/shop-two`).expect(404);
  const tag = '/api/admin/features/shop-one/tags/team/blue';
  const lost = await service.api.delete(tag).expect(403);
  expect(lost.body.details[0].message).toContain('no tag of the type "team"');
});

test('strategies in production need constraints, and forbidden ones are refused there', async () => {
  const scene = await PolicyScene.of(service);
  const feature = await scene.feature();
  await scene
    .rule({ forbiddenStrategies: ['default'], requiredConstraints: ['userId'] })
    .expect(200);
  const { body } = await scene.addStrategy(feature, { name: 'default' }).expect(403);
  expect(body.details.map((one: { path: string }) => one.path)).toEqual([
    '/policy/forbiddenStrategies',
    '/policy/requiredConstraints',
  ]);
  await scene.addStrategy(feature, ROLLOUT).expect(403);
  await scene.addStrategy(feature, { ...ROLLOUT, disabled: true }).expect(200);
  await scene.addStrategy(feature, { name: 'default' }, 'development').expect(200);
  const added = await scene.addStrategy(feature, FOR_EUROPE).expect(200);
  const path = `${scene.at(feature)}/strategies/${added.body.id}`;
  await service.api.put(path, { ...FOR_EUROPE, constraints: [] }).expect(403);
  await scene.on(feature).expect(200);
  await scene.on(feature, 'development').expect(200);
});

test('constraints of segments count, and their segment cannot lose them', async () => {
  const scene = await PolicyScene.of(service);
  const feature = await scene.feature();
  const constraints = FOR_EUROPE.constraints;
  const { body: segment } = await service.api
    .post('/api/admin/segments', { name: `europe-${scene.project}`, constraints })
    .expect(201);
  await scene.rule({ requiredConstraints: ['userId'] }).expect(200);
  await scene.addStrategy(feature, { ...ROLLOUT, segments: [segment.id] }).expect(200);
  const path = `/api/admin/segments/${segment.id}`;
  await service.api.put(path, { name: segment.name, constraints: [] }).expect(403);
  await service.api.put(path, { name: segment.name, constraints }).expect(204);
});

test('turning off is never refused, whatever is wrong', async () => {
  const scene = await PolicyScene.of(service);
  const [feature, other, third] = [
    await scene.feature(),
    await scene.feature(),
    await scene.feature(),
  ];
  for (const name of [feature, other, third]) {
    await scene.addStrategy(name, { name: 'default' }).expect(200);
    await scene.on(name).expect(200);
    await scene.on(name, 'development').expect(200);
  }
  await scene
    .rule({
      ...{ namePattern: 'never', requiredTags: ['team'], ownerRequired: true, maxAgeDays: 1 },
      ...{ forbiddenStrategies: ['default'], requiredConstraints: ['userId'] },
      requiredApprovals: 2,
    })
    .expect(200);
  await service.sql(
    "UPDATE feature SET created_at = now() - interval '99 days' WHERE project = $1",
    [scene.project],
  );
  await scene.off(feature).expect(200);
  await scene.off(feature, 'development').expect(200);
  const bulk = `/api/admin/projects/${scene.project}/bulk_features/environments/${PRODUCTION}/off`;
  await service.api.post(bulk, { features: [other] }).expect(200);
  const guarded = `${scene.at(third)}/off`;
  await service.api.post(guarded).query({ guard: 'warn' }).expect(200);
  await service.api.delete(`${scene.features}/${other}`).expect(202);
  const { body } = await scene.on(feature).expect(403);
  expect(body.details.length).toBeGreaterThanOrEqual(6);
  await scene.on(feature, 'development').expect(200);
});

test('old features are not turned on in production, unless their type is to stay', async () => {
  const scene = await PolicyScene.of(service);
  const passing = await scene.feature();
  const staying = await scene.feature({ type: 'kill-switch' });
  await service.sql(
    "UPDATE feature SET created_at = now() - interval '31 days' WHERE project = $1",
    [scene.project],
  );
  await scene.rule({ maxAgeDays: 30 }).expect(200);
  const { body } = await scene.on(passing).expect(403);
  expect(body.message).toContain('31 days old, and at most 30 are allowed: archive it');
  await scene.on(staying).expect(200);
});

test('production has to require approvals before anything is saved in it', async () => {
  const scene = await PolicyScene.of(service, { requiredApprovals: 2 });
  const feature = await scene.feature();
  const { body } = await scene.on(feature).expect(403);
  expect(body.message).toContain('let at least 2 be required there');
  const config = `/api/admin/projects/${scene.project}/environments/${PRODUCTION}/change-requests/config`;
  const require = (requiredApprovals: number) =>
    service.api.put(config, { changeRequestsEnabled: true, requiredApprovals });
  await require(3).expect(204);
  await require(2).expect(204);
  await require(1).expect(403);
  await service.api.put(config, { changeRequestsEnabled: false }).expect(403);
});

test('approvals that are lowered in many places are looked at together', async () => {
  const scenes = await Promise.all([1, 2, 3].map(() => PolicyScene.of(service)));
  const projects = scenes.map(({ project }) => project);
  await service.sql(
    'UPDATE project_environment SET required_approvals = 2 WHERE project = ANY ($1)',
    [projects],
  );
  for (const scene of scenes) await scene.rule({ requiredApprovals: 1 }).expect(200);
  const lower = statement<[projects: string[]]>(
    'test.lower',
    'UPDATE project_environment SET required_approvals = NULL WHERE project = ANY ($1)',
  );
  let queries: { mock: { calls: unknown[][] } } | undefined;
  const lowered = service.service.app.get(UnitOfWork).run(SYSTEM, async (tx) => {
    queries = jest.spyOn(tx, 'query');
    await tx.query(lower, [projects]);
  });
  await expect(lowered).rejects.toThrow('let at least 1 be required there');
  const asked = queries!.mock.calls.map(([sent]) => (sent as { name: string }).name);
  expect(asked).toEqual(['test.lower', 'policy.approvals', 'policy.read-enforced']);
});

test('the policy of the instance counts in every project', async () => {
  const scene = await PolicyScene.of(service);
  const feature = await scene.feature();
  await service.api.put('/api/admin/policy', { forbiddenStrategies: ['userWithId'] }).expect(200);
  const strategy = { name: 'userWithId', parameters: { userIds: 'x' } };
  const { body } = await scene.addStrategy(feature, strategy).expect(403);
  expect(body.message).toContain('The policy of the instance refuses this');
  const { body: policies } = await service.api.get(policyOf(scene.project)).expect(200);
  expect(policies).toMatchObject({
    policy: null,
    ofInstance: { enforcement: 'refuse', forbiddenStrategies: ['userWithId'] },
  });
  await service.api.delete('/api/admin/policy').expect(204);
  await scene.addStrategy(feature, strategy).expect(200);
});

test('a policy that only warns refuses nothing, and what breaks it is listed', async () => {
  const scene = await PolicyScene.of(service);
  const rules = { forbiddenStrategies: ['default'], requiredTags: ['team'], requiredApprovals: 1 };
  await scene.rule({ ...rules, enforcement: 'warn' }).expect(200);
  const feature = await scene.feature();
  await scene.addStrategy(feature, { name: 'default' }).expect(200);
  await scene.on(feature).expect(200);
  const check = (dto: object) => service.api.post(`${policyOf(scene.project)}/check`, dto);
  const { body } = await check(rules).expect(200);
  expect(body).toMatchObject({
    features: 1,
    counts: { forbiddenStrategies: 1, requiredTags: 1, requiredApprovals: 1 },
  });
  expect(body.violations).toContainEqual({
    ...{ rule: 'requiredTags', project: scene.project, feature, environment: null },
    ...{
      strategyId: null,
      message: `The feature "${feature}" has no tag of the type "team": add one.`,
    },
  });
  const { body: clean } = await check({ maxAgeDays: 5 }).expect(200);
  expect(clean).toEqual({ features: 1, counts: {}, violations: [] });
});

test('what breaks a policy is counted among any number of features, and the first 200 are listed', async () => {
  const scene = await PolicyScene.of(service);
  await service.sql(
    `INSERT INTO feature (name, project, type, created_by_user_id)
     SELECT $1 || n, $1, 'release', 1 FROM generate_series(1, 250) n`,
    [scene.project],
  );
  const { body } = await service.api
    .post(`${policyOf(scene.project)}/check`, { requiredTags: ['team'] })
    .expect(200);
  expect(body).toMatchObject({ features: 250, counts: { requiredTags: 250 } });
  expect(body.violations).toHaveLength(200);
});

test('what is no policy is refused', async () => {
  const scene = await PolicyScene.of(service);
  for (const wrong of [
    { namePattern: '(' },
    { namePattern: 'a b' },
    { nameExample: 'x' },
    { namePattern: 'a+', nameExample: 'b' },
    { requiredTags: ['a'] },
    { requiredTags: ['team:'] },
    { forbiddenStrategies: ['a'.repeat(101)] },
    { requiredConstraints: ['userId', 'a'.repeat(101)] },
    { maxAgeDays: 0 },
    { requiredApprovals: 11 },
    { requiredAprovals: 1 },
    { enforcement: 'maybe' },
  ])
    await scene.rule(wrong).expect(400);
});

test('a pattern that takes too long refuses the name within bounds', async () => {
  const scene = await PolicyScene.of(service, { namePattern: '(a+)+b' });
  await scene.create({ name: 'a'.repeat(60) }).expect(400);
});

test('what is recorded of a policy says of which project it is, or that it is of all', async () => {
  const scene = await PolicyScene.of(service);
  await scene.rule({ maxAgeDays: 30 }).expect(200);
  await service.api.put('/api/admin/policy', { maxAgeDays: 900 }).expect(200);
  await service.api.delete('/api/admin/policy').expect(204);
  const { body } = await service.api.get('/api/admin/search/events?limit=3').expect(200);
  const [removed, set, ofProject] = body.events as { summary: string }[];
  expect(removed!.summary).toContain('removed the policy for the whole instance.');
  expect(set!.summary).toContain('set the policy for the whole instance.');
  expect(ofProject!.summary).toContain(`set the policy for the project **[${scene.project}]`);
});

test('policies are recorded, and the same is not recorded again', async () => {
  const scene = await PolicyScene.of(service);
  const happened = await recorder(service);
  await scene.rule({ maxAgeDays: 30 }).expect(200);
  await scene.rule({ maxAgeDays: 30, enforcement: 'refuse', requiredTags: [] }).expect(200);
  await scene.rule({ maxAgeDays: 60 }).expect(200);
  await service.api.delete(policyOf(scene.project)).expect(204);
  await service.api.delete(policyOf(scene.project)).expect(204);
  expect((await happened()).map(({ type, data, preData }) => [type, data, preData])).toEqual([
    ['policy-created', { enforcement: 'refuse', maxAgeDays: 30 }, null],
    [
      'policy-updated',
      { enforcement: 'refuse', maxAgeDays: 60 },
      { enforcement: 'refuse', maxAgeDays: 30 },
    ],
    ['policy-deleted', null, { enforcement: 'refuse', maxAgeDays: 60 }],
  ]);
});
