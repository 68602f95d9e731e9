import { readFileSync } from 'node:fs';
import { at, type Response } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import {
  BAD,
  BUTTON,
  GOOD,
  setSchema,
  strategyWith,
  withSchema,
} from '../../../support/payload-schema-scene.js';
import { type Plan, ReleasePlanScene } from '../../../support/release-plan-scene.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { APPLY, plan } from '../../exchange/as-code/folder.js';

let service: TestService;
let plans: ReleasePlanScene;
beforeAll(async () => {
  service = await TestService.start();
  plans = new ReleasePlanScene(service);
});
afterAll(() => service.stop());

type Variant = typeof GOOD;
const PRODUCTION = 'production';
const strategies = (name: string): string => `${at(name, PRODUCTION)}/strategies`;
const valueOf = ({ payload }: Variant) => payload.value;

/** A feature with a schema, and the path of a strategy of it whose variant is good. */
async function strategy(): Promise<string> {
  const name = await withSchema(service);
  const { body } = await service.api.post(strategies(name), strategyWith(GOOD)).expect(200);
  return `${strategies(name)}/${body.id}`;
}

const template = (variant: Variant): Promise<string> =>
  plans.template([{ name: 'first', strategies: [milestoneStrategy(variant)] }]);

function milestoneStrategy(...variants: Variant[]): object {
  const { name: strategyName, ...content } = strategyWith(...variants);
  return { strategyName, ...content };
}

const fileOf = (name: string, variant: Variant, isOfStrategy: boolean) => ({
  project: 'default',
  environment: PRODUCTION,
  data: {
    features: [{ name }],
    featureStrategies: isOfStrategy ? [{ featureName: name, ...strategyWith(variant) }] : [],
    featureEnvironments: isOfStrategy ? [] : [{ name, enabled: false, variants: [variant] }],
    tagTypes: [],
  },
});

const folderOf = (name: string, ...variants: Variant[]) => ({
  state: {
    features: [{ name, project: 'default', environments: [{ name: PRODUCTION, variants }] }],
  },
});

/**
 * Each operation that takes payloads of a feature: called with a good one it succeeds, with a bad
 * one it is refused. An operation that is missing here fails the first test.
 */
const WAYS: Record<string, (variant: Variant) => Promise<Response>> = {
  addFeatureStrategy: async (variant) =>
    service.api.post(strategies(await withSchema(service)), strategyWith(variant)),
  updateFeatureStrategy: async (variant) =>
    service.api.put(await strategy(), strategyWith(variant)),
  patchFeatureStrategy: async (variant) =>
    service.api.patch(await strategy(), [
      { op: 'replace', path: '/variants/0/payload/value', value: valueOf(variant) },
    ]),
  overwriteFeatureVariants: async (variant) =>
    service.api.put(`${at(await withSchema(service))}/variants`, [variant]),
  patchFeatureVariants: async (variant) =>
    service.api.patch(`${at(await withSchema(service, { variants: [GOOD] }))}/variants`, [
      { op: 'replace', path: '/0/payload/value', value: valueOf(variant) },
    ]),
  overwriteFeatureVariantsOnEnvironments: async (variant) =>
    service.api.put(`${at(await withSchema(service))}/variants-batch`, {
      environments: [PRODUCTION],
      variants: [variant],
    }),
  overwriteEnvironmentFeatureVariants: async (variant) =>
    service.api.put(`${at(await withSchema(service, { variants: [GOOD] }), PRODUCTION)}/variants`, [
      { ...variant, name: 'other' },
    ]),
  patchEnvironmentsFeatureVariants: async (variant) =>
    service.api.patch(
      `${at(await withSchema(service, { variants: [GOOD] }), PRODUCTION)}/variants`,
      [{ op: 'add', path: '/-', value: { ...variant, name: 'two' } }],
    ),
  importToggles: async (variant) =>
    service.api.post(
      '/api/admin/features-batch/import',
      fileOf(await withSchema(service), variant, false),
    ),
  applyFlagsAsCode: async (variant) => {
    const body = { owner: 'folder', adopt: true, ...folderOf(await withSchema(service), variant) };
    const { hash, seen } = await plan(service, body);
    return service.api.post(APPLY, { ...body, hash, seen });
  },
  updateProjectMilestoneStrategy: async (variant) => {
    const name = await withSchema(service);
    const { body } = await plans.add(name, await template(GOOD)).expect(200);
    const { id } = (body as Plan).milestones[0]!.strategies[0]!;
    return service.api.put(`${at(name, PRODUCTION)}/milestone-strategies/${id}`, {
      variants: [variant],
    });
  },
};

/** Operations that take payloads of no feature that could have a schema yet. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  createFeature: 'A new feature has no schema.',
  planFlagsAsCode: 'It is undone; applying is tried.',
  validateImport: 'It is the import, which is undone.',
  checkPayloads: 'It checks them and stores nothing.',
  addDefaultStrategyToProjectEnvironment: 'Checked when a feature gets the strategy.',
  createReleaseTemplate: 'Checked when a feature gets the release plan.',
  updateReleaseTemplate: 'Checked when a feature gets the release plan.',
  addMilestoneToReleaseTemplate: 'Checked when a feature gets the release plan.',
  updateReleaseTemplateMilestone: 'Checked when a feature gets the release plan.',
  addStrategyToMilestone: 'Checked when a feature gets the release plan.',
  updateMilestoneStrategy: 'Checked when a feature gets the release plan.',
};

interface Operation {
  operationId: string;
  requestBody?: object;
}

test('every operation that takes payloads is tried, or says why not', () => {
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  const takesPayload = (part: object | undefined, seen = new Set<string>()): boolean => {
    const names = [...JSON.stringify(part ?? {}).matchAll(/schemas\/(\w+)"/g)].map(([, n]) => n!);
    return names.some((name) => {
      if (/^(Served|Checked)?PayloadDto$/.test(name)) return true;
      if (seen.has(name)) return false;
      seen.add(name);
      return takesPayload(document.components.schemas[name], seen);
    });
  };
  const taking = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ operationId, requestBody }) =>
      /^patch.*(Strategy|Variants)$/.test(operationId) ? true : takesPayload(requestBody),
    );
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual(
    [...Object.keys(WAYS), ...Object.keys(ELSEWHERE)].sort(),
  );
});

test('every table that keeps payloads of features notes when they change', async () => {
  const tables = await service.sql<{ name: string; events: string[] }>(
    `SELECT c.table_name AS name, ARRAY(SELECT DISTINCT t.event_manipulation::text
              FROM information_schema.triggers t
             WHERE t.event_object_table = c.table_name AND t.action_statement LIKE '%note_payloads%'
             ORDER BY 1) AS events
       FROM information_schema.columns c
       JOIN information_schema.columns f ON f.table_schema = c.table_schema
        AND f.table_name = c.table_name AND f.column_name = 'feature_name'
      WHERE c.table_schema = current_schema() AND c.data_type = 'jsonb'
        AND c.column_name ~ 'variants|milestones|strategies' ORDER BY 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual([
    'feature_environment',
    'feature_strategy',
    'release_plan',
  ]);
  for (const { events } of tables) expect(events).toEqual(['INSERT', 'UPDATE']);
});

describe('a payload that the schema does not allow is refused, and a good one is not, by', () => {
  test.each(Object.entries(WAYS))('%s', async (_, call) => {
    expect(await call(GOOD)).toMatchObject({ status: 200 });
    const { status, body } = await call(BAD);
    expect(status).toBe(400);
    expect(body.message).toContain('must be one of "red", "green"');
  });

  test('an import of strategies, and its validation', async () => {
    const name = await withSchema(service);
    const send = (variant: Variant, path: string) =>
      service.api.post(`/api/admin/features-batch/${path}`, fileOf(name, variant, true));
    await send(GOOD, 'import').expect(200);
    await send(BAD, 'import').expect(400);
    const { body } = await send(BAD, 'validate').expect(200);
    expect(JSON.stringify(body.errors)).toContain('must be one of');
  });

  test('a plan of flags as code, which says so', async () => {
    const name = await withSchema(service);
    const { errors } = await plan(service, { adopt: true, ...folderOf(name, BAD) });
    expect(errors).toMatchObject([{ message: expect.stringContaining('must be one of') }]);
  });

  test('turning on a feature that gets the default strategy of its project', async () => {
    const project = await service.given.project();
    const path = `/api/admin/projects/${project}`;
    const preset = (variant: Variant) =>
      service.api
        .post(`${path}/environments/${PRODUCTION}/default-strategy`, strategyWith(variant))
        .expect(200);
    const name = unique();
    await service.api.post(`${path}/features`, { name }).expect(201);
    await service.api
      .put(`${path}/features/${name}/payload-schema`, { schema: BUTTON })
      .expect(200);
    const on = () => service.api.post(`${path}/features/${name}/environments/${PRODUCTION}/on`);
    await preset(BAD);
    await on().expect(400);
    await preset(GOOD);
    await on().expect(200);
  });

  test('a release plan, also for milestones that start later', async () => {
    const name = await withSchema(service);
    const later = { name: 'later', strategies: [milestoneStrategy(BAD)] };
    await plans.add(name, await plans.template([{ name: 'empty' }, later])).expect(400);
    await plans.add(name, await template(GOOD)).expect(200);
  });

  test('undoing', async () => {
    const name = await service.given.feature({ variants: [BAD] });
    await service.api.put(`${at(name)}/variants`, []).expect(200);
    const removed = await latestEvent(service, 'feature-environment-variants-updated');
    await setSchema(service, name).expect(200);
    const { body } = await undo(service, removed).expect(409);
    expect(body.message).toContain('must be one of');
  });

  test('change requests, when a change is added, edited and applied', async () => {
    const scene = await ChangeRequestScene.create(service);
    const feature = await scene.feature();
    const path = `${scene.at(feature)}/payload-schema`;
    await service.api.put(path, { schema: BUTTON }).expect(200);
    const change = (variant: Variant) => ({
      ...{ action: 'addStrategy', feature, payload: strategyWith(variant) },
    });
    await scene.add(change(BAD)).expect(400);
    const id = await scene.inReview(change(GOOD));
    await service.api.put(path, { schema: { type: 'string' } }).expect(200);
    await scene.state(id, 'Approved', scene.reviewer.api).expect(200);
    const { body } = await scene.state(id, 'Applied', scene.author.api);
    expect(JSON.stringify(body)).toContain('must be string');
    const { body: after } = await service.api.get(scene.at(feature, PRODUCTION)).expect(200);
    expect(after.strategies).toEqual([]);
  });

  test('schedules, which are refused at once, or suspended with the reason', async () => {
    const scene = await ScheduleScene.create(service);
    const name = await scene.feature();
    const path = `${scene.at(name)}/payload-schema`;
    await service.api.put(path, { schema: BUTTON }).expect(200);
    const adding = (variant: Variant) => ({
      ...{ action: 'addStrategy', payload: strategyWith(variant) },
    });
    await scene.add(name, adding(BAD)).expect(400);
    const id = await scene.given(name, adding(GOOD));
    await service.api.put(path, { schema: { type: 'string' } }).expect(200);
    const { state, reason } = await scene.executed(id);
    expect(state).toBe('suspended');
    expect(reason).toContain('must be string');
  });
});

describe('copies of what a schema allows are allowed:', () => {
  test('a clone of the feature has its schema and its payloads', async () => {
    const name = await withSchema(service, { variants: [GOOD] });
    const clone = unique();
    await service.api.post(`${at(name)}/clone`, { name: clone }).expect(201);
    const { body } = await service.api.get(`${at(clone)}/payload-schema`).expect(200);
    expect(body.schema).toEqual(BUTTON);
    await service.api.put(`${at(clone)}/variants`, [BAD]).expect(400);
  });

  test('an environment with the same payloads', async () => {
    await withSchema(service, { variants: [GOOD] });
    await service.api
      .post(`/api/admin/environments/${PRODUCTION}/clone`, { name: unique('env'), type: 'test' })
      .expect(200);
  });

  test('a feature that moves to another project keeps its schema', async () => {
    const name = await withSchema(service, { variants: [GOOD] });
    const newProjectId = await service.given.project();
    await service.api.post(`${at(name)}/changeProject`, { newProjectId }).expect(200);
    const path = `/api/admin/projects/${newProjectId}/features/${name}`;
    expect((await service.api.get(`${path}/payload-schema`).expect(200)).body.schema).toEqual(
      BUTTON,
    );
    await service.api.put(`${path}/variants`, [BAD]).expect(400);
  });
});
