import type { HttpCall } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { policyOf, PolicyScene, PRODUCTION } from '../../../support/policy-scene.js';
import { milestone, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { arrives, file, IMPORT } from '../../exchange/transfer/files.js';
import { apply, APPLY, plan } from '../../exchange/as-code/folder.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The rules that everything below breaks. */
const RULES = {
  namePattern: 'shop-.+',
  requiredTags: ['simple:kept'],
  forbiddenStrategies: ['default'],
};
const DEFAULT = { name: 'default' };
const KEPT = { type: 'simple', value: 'kept' };

/** A feature that was there before the rules: off, or on, with a forbidden strategy. */
async function given(scene: PolicyScene, { isOn = false } = {}): Promise<string> {
  const feature = await scene.feature({ tags: [KEPT] });
  await scene.addStrategy(feature, DEFAULT).expect(200);
  if (isOn) await scene.on(feature).expect(200);
  return feature;
}

/** Everything of features that a policy is about, and what was recorded about them. */
async function everything(): Promise<unknown> {
  const json = (table: string): string =>
    `(SELECT jsonb_agg(to_jsonb(t) ORDER BY to_jsonb(t)) FROM ${table} t)`;
  const tables = ['feature', 'feature_environment', 'feature_strategy', 'feature_tag', 'segment'];
  const [row] = await service.sql(
    `SELECT ${[...tables, 'environment'].map((one) => `${json(one)} AS ${one}`).join()},
       (SELECT count(*) FROM event WHERE feature_name IS NOT NULL
          AND type LIKE 'feature%') AS events`,
  );
  return row;
}

/** Prepares a change before there are rules. @returns What makes it. */
type Way = (scene: PolicyScene) => Promise<() => HttpCall>;

/** A way that is one call about a feature. */
const call =
  (send: (scene: PolicyScene, feature: string) => HttpCall, isOn = false): Way =>
  async (scene) => {
    const feature = await given(scene, { isOn });
    return () => send(scene, feature);
  };

const inProject = ({ project }: PolicyScene, path: string): string =>
  `/api/admin/projects/${project}/${path}`;

const byHand: [string, Way][] = [
  ['a new feature', call((scene) => scene.create())],
  ['turning on', call((scene, feature) => scene.on(feature))],
  [
    'turning many on',
    call((scene, feature) =>
      service.api.post(inProject(scene, `bulk_features/environments/${PRODUCTION}/on`), {
        features: [feature],
      }),
    ),
  ],
  ['a strategy', call((scene, feature) => scene.addStrategy(feature, DEFAULT))],
  [
    'a tag that is taken from many',
    call((scene, feature) =>
      service.api.put(inProject(scene, 'tags'), {
        ...{ features: [feature] },
        tags: { addedTags: [], removedTags: [KEPT] },
      }),
    ),
  ],
  ['a tag that is taken from all', call(() => service.api.delete('/api/admin/tags/simple/kept'))],
  [
    'a clone',
    call((scene, feature) =>
      service.api.post(`${scene.features}/${feature}/clone`, { name: unique() }),
    ),
  ],
];

const fromElsewhere: [string, Way][] = [
  [
    'a feature that is moved here',
    async (scene) => {
      const other = await PolicyScene.of(service);
      const path = `${other.features}/${await other.feature()}/changeProject`;
      return () => service.api.post(path, { newProjectId: scene.project });
    },
  ],
  [
    'an import',
    async ({ project }) => {
      const data = file({ features: [{ name: unique(), type: 'release' }] });
      return () => service.api.post(IMPORT, arrives(data, PRODUCTION, project));
    },
  ],
  [
    'flags as code',
    async ({ project }) => {
      const state = { features: [{ name: unique(), project }] };
      const { hash, seen } = await plan(service, { owner: project, state });
      return () => service.api.post(APPLY, { owner: project, state, hash, seen });
    },
  ],
  [
    'a template',
    async (scene) => {
      const from = { project: scene.project, feature: await given(scene) };
      const body = { name: unique('template'), from };
      const { id } = (await service.api.post('/api/admin/templates', body).expect(201)).body;
      const use = { project: scene.project, name: unique() };
      return () => service.api.post(`/api/admin/templates/${id}/use`, use);
    },
  ],
  [
    'an environment that is cloned',
    async (scene) => {
      await given(scene, { isOn: true });
      const body = { name: unique('copy'), type: PRODUCTION, projects: [scene.project] };
      return () => service.api.post(`/api/admin/environments/${PRODUCTION}/clone`, body);
    },
  ],
];

const planned: [string, Way][] = [
  [
    'undoing that it was turned off',
    async (scene) => {
      await scene.off(await given(scene, { isOn: true })).expect(200);
      const event = await latestEvent(service, 'feature-environment-disabled');
      return () => undo(service, event);
    },
  ],
  [
    'a milestone of a release plan',
    async (scene) => {
      const feature = await given(scene);
      const strategies = [{ strategyName: 'default', parameters: {} }];
      const templateId = await new ReleasePlanScene(service).template([
        milestone(1, { strategies }),
      ]);
      const path = `${scene.at(feature)}/release-plans`;
      const { body } = await service.api.post(path, { templateId }).expect(200);
      const start = `${path}/${body.id}/milestones/${body.milestones[0].id}/start`;
      return () => service.api.post(start);
    },
  ],
];

test.each([...byHand, ...fromElsewhere, ...planned])(
  'a policy refuses %s with its reason, and nothing changes',
  async (_, way) => {
    const scene = await PolicyScene.of(service);
    const change = await way(scene);
    await scene.rule(RULES).expect(200);
    const before = await everything();
    const { status, body } = await change();
    expect([status, body.name]).toEqual([403, 'PolicyViolationError']);
    expect(body.message).toContain(`The policy of "${scene.project}" refuses this (`);
    expect(body.details[0].path).toMatch(/^\/policy\/./);
    expect(await everything()).toEqual(before);
    await service.api.delete(policyOf(scene.project)).expect(204);
  },
);

test('a change request that turns on what breaks a policy stays approved, and says why', async () => {
  const scene = await ChangeRequestScene.create(service);
  const feature = await scene.feature();
  await scene.require(null);
  const strategies = `${scene.at(feature, PRODUCTION)}/strategies`;
  await service.api.post(strategies, DEFAULT).expect(200);
  await scene.require(1);
  const change = { action: 'updateEnabled', feature, payload: { enabled: true } };
  const id = await scene.approved(change);
  await service.api.put(policyOf(scene.project), { forbiddenStrategies: ['default'] }).expect(200);
  const before = await everything();
  const { body } = await scene.state(id, 'Applied', scene.reviewer.api).expect(403);
  expect(body.message).toContain('refuses this (forbiddenStrategies)');
  expect(await everything()).toEqual(before);
  const { body: request } = await service.api.get(`${scene.path}/${id}`).expect(200);
  expect(request.state).toBe('Approved');
});

test('a schedule that would turn on what breaks a policy is suspended, with that reason', async () => {
  const scene = await ScheduleScene.create(service);
  const feature = await scene.feature();
  const strategies = `${scene.at(feature, PRODUCTION)}/strategies`;
  await service.api.post(strategies, DEFAULT).expect(200);
  const id = await scene.given(feature, { action: 'on' });
  await service.api.put(policyOf(scene.project), { forbiddenStrategies: ['default'] }).expect(200);
  const { state, reason } = await scene.executed(id);
  expect(state).toBe('suspended');
  expect(reason).toContain('refuses this (forbiddenStrategies)');
  expect(await scene.isOn(feature)).toBe(false);
});

/** Prepares turning a feature off before there are rules, which it breaks. @returns Does it. */
type WayOff = (scene: PolicyScene, feature: string) => Promise<() => PromiseLike<unknown>>;

const off: [string, WayOff][] = [
  ['one call', async (scene, feature) => () => scene.off(feature).expect(200)],
  [
    'a call for many',
    async (scene, feature) => () =>
      service.api
        .post(inProject(scene, `bulk_features/environments/${PRODUCTION}/off`), {
          features: [feature],
        })
        .expect(200),
  ],
  [
    'an emergency link',
    async (scene, feature) => {
      const link = { feature, environment: PRODUCTION, expiresAt: later() };
      const { body } = await service.api
        .post(inProject(scene, 'emergency-links'), link)
        .expect(201);
      return () => service.api.as().post(new URL(body.url).pathname).expect(200);
    },
  ],
  [
    'undoing that it was turned on',
    async () => {
      const event = await latestEvent(service, 'feature-environment-enabled');
      return () => undo(service, event).expect(200);
    },
  ],
  [
    'flags as code',
    async ({ project }, name) => {
      const environments = [{ name: PRODUCTION, enabled: false }];
      const body = {
        owner: project,
        adopt: true,
        state: { features: [{ name, project, environments }] },
      };
      return () => apply(service, body);
    },
  ],
  [
    'archiving',
    async (scene, feature) => () => service.api.delete(`${scene.features}/${feature}`).expect(202),
  ],
];

test.each(off)(
  'a policy that everything breaks never refuses turning off by %s',
  async (_, way) => {
    const scene = await PolicyScene.of(service);
    const feature = await given(scene, { isOn: true });
    const turnOff = await way(scene, feature);
    await service.api.delete('/api/admin/features/' + `${feature}/tags/simple/kept`).expect(200);
    await scene
      .rule({
        ...RULES,
        ownerRequired: true,
        requiredConstraints: ['userId'],
        requiredApprovals: 2,
      })
      .expect(200);
    await turnOff();
    const [place] = await service.sql<{ enabled: boolean; archived: boolean }>(
      `SELECT fe.enabled, f.archived_at IS NOT NULL AS archived
       FROM feature f JOIN feature_environment fe ON fe.feature_name = f.name
      WHERE f.name = $1 AND fe.environment = $2`,
      [feature, PRODUCTION],
    );
    expect(place!.archived || !place!.enabled).toBe(true);
  },
);
