import { EventTally } from '../../../../src/core/event/event-tally.js';
import { CONTENT } from '../../../../src/flags/feature/feature-version.sql.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { milestone, ReleasePlanScene, TEMPLATES } from '../../../support/release-plan-scene.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

const CHANGED = 'It has changed since the change was added.';
const SEGMENTS = '/api/admin/segments';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());

/** Another transaction writes all rows as they are, and the cluster is not the one of before. */
async function restore({ isNoticed = true } = {}): Promise<void> {
  const tables = Object.keys({ ...CONTENT, change_request_change: [], schedule: [] });
  for (const table of tables) {
    const [key] = await service.sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = $1 AND is_identity = 'NO' AND is_generated = 'NEVER' LIMIT 1`,
      [table],
    );
    await service.sql(`UPDATE "${table}" SET ${key!.name} = ${key!.name}`);
  }
  await service.sql(`UPDATE event_tally_horizon SET cluster = 'another'`);
  if (isNoticed) await service.service.app.get(EventTally).catchUp();
}

const conflictOf = async (id: number): Promise<string | undefined> => {
  const { body } = await scene.author.api.get(`${scene.path}/${id}`).expect(200);
  const [one] = [...body.features, ...(body.segments ?? [])];
  return one.conflict ?? one.changes?.[0].conflict;
};

const strategyOf = async (feature: string): Promise<string> => {
  await scene.applied({ action: 'addStrategy', feature, payload: { name: 'default' } });
  const { body } = await service.api.get(`${scene.at(feature, 'production')}/strategies`);
  return body[0].id;
};

const segment = async (): Promise<number> => {
  const body = { name: unique(), project: scene.project, constraints: [] };
  return (await service.api.post(SEGMENTS, body).expect(201)).body.id;
};

/** What a change can be about: the change, and how somebody else changes that. */
const SUBJECTS = {
  'the feature in the environment': async () => {
    const feature = await scene.feature();
    return {
      change: { action: 'updateEnabled', feature, payload: { enabled: true } },
      touch: () => scene.applied({ action: 'addStrategy', feature, payload: { name: 'default' } }),
    };
  },
  'a strategy': async () => {
    const feature = await scene.feature();
    const id = await strategyOf(feature);
    const update = (title: string) => ({
      action: 'updateStrategy',
      feature,
      payload: { id, name: 'default', title },
    });
    return { change: update('mine'), touch: () => scene.applied(update('yours')) };
  },
  'the whole feature': async () => {
    const feature = await scene.feature();
    return {
      change: { action: 'archiveFeature', feature },
      touch: () =>
        service.api.post(`/api/admin/features/${feature}/tags`, { type: 'simple', value: 'kept' }),
    };
  },
  'a segment': async () => {
    const id = await segment();
    const payload = { id, name: unique(), project: scene.project, constraints: [] };
    return {
      change: { action: 'updateSegment', payload },
      touch: () => service.api.put(`${SEGMENTS}/${id}`, { ...payload, name: unique() }),
    };
  },
  'a template of release plans': async () => {
    const feature = await scene.feature();
    const templateId = await new ReleasePlanScene(service).template();
    return {
      change: { action: 'addReleasePlan', feature, payload: { templateId } },
      touch: () =>
        service.api.put(`${TEMPLATES}/${templateId}`, {
          name: unique(),
          milestones: [milestone(20)],
        }),
    };
  },
};

test.each(Object.entries(SUBJECTS))(
  'after a restore into another cluster, a planned change of %s conflicts only when that changes',
  async (_, given) => {
    const [same, changed] = [await given(), await given()];
    const [id, late] = [await scene.approved(same.change), await scene.approved(changed.change)];
    await restore();

    expect(await conflictOf(id)).toBeUndefined();
    expect(await conflictOf(late)).toBeUndefined();
    await changed.touch();
    expect(await conflictOf(late)).toBe(CHANGED);
    await scene.state(late, 'Applied', scene.reviewer.api).expect(409);
    await scene.state(id, 'Applied', scene.reviewer.api).expect(200);
  },
);

test('what is due before a restore is noticed conflicts only when its subject has changed', async () => {
  const [same, changed] = [
    await SUBJECTS['the feature in the environment'](),
    await SUBJECTS['the feature in the environment'](),
  ];
  const [id, late] = [await scene.approved(same.change), await scene.approved(changed.change)];
  await changed.touch();
  await restore({ isNoticed: false });
  await scene.state(late, 'Applied', scene.reviewer.api).expect(409);
  await scene.state(id, 'Applied', scene.reviewer.api).expect(200);
});

test('after a restore, a change of a feature conflicts when another one has its name', async () => {
  const feature = await scene.feature();
  const id = await scene.approved({
    ...{ action: 'updateEnabled', feature, payload: { enabled: true } },
  });
  await scene.require(null);
  await service.api.delete(scene.at(feature)).expect(202);
  await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
  const again = { name: feature };
  await service.api.post(`/api/admin/projects/${scene.project}/features`, again).expect(201);
  await scene.require(1);
  await restore();
  expect(await conflictOf(id)).toBe(CHANGED);
});

test('after a restore, a schedule changes its strategy unless that has changed', async () => {
  const plans = await ScheduleScene.create(service);
  const given = async () => {
    const feature = await plans.feature({ on: true });
    const strategies = `${plans.at(feature, 'production')}/strategies`;
    const [{ id }] = (await service.api.get(strategies).expect(200)).body;
    const payload = { id, name: 'flexibleRollout', title: 'mine' };
    const schedule = await plans.given(feature, {
      action: 'updateStrategy',
      payload,
      at: later(),
    });
    return { schedule, strategy: `${strategies}/${id}` };
  };
  const [same, changed] = [await given(), await given()];
  await restore();

  await service.api.put(changed.strategy, { name: 'flexibleRollout', title: 'yours' }).expect(200);
  expect((await plans.executed(same.schedule)).state).toBe('executed');
  expect((await plans.executed(changed.schedule)).state).toBe('suspended');
});

test('a digest contains every column that people change', async () => {
  const columns = await service.sql<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ANY ($1) AND is_generated = 'NEVER'`,
    [Object.keys(CONTENT)],
  );
  const outside = columns
    .filter(
      ({ table, column }) => !CONTENT[table as keyof typeof CONTENT].includes(column as never),
    )
    .map(({ table, column }) => `${table}.${column}`);
  // Keys, counts, and who did it and when.
  const unchanged = {
    feature: 'archived_at created_by_user_id name outlived_noted_at',
    feature_dependency: 'child parent',
    feature_environment: 'active_strategy_count environment feature_name strategy_count',
    feature_lifecycle: 'entered_at feature_name stage',
    feature_payload_schema: 'feature_name revision',
    feature_strategy: 'created_at environment feature_name id',
    feature_strategy_segment: 'feature_name segment_id strategy_id',
    feature_tag: 'feature_name type value',
    release_plan_template: 'created_at created_by_user_id id',
    segment: 'created_at created_by id',
  };
  const known = Object.entries(unchanged).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
  expect(outside.toSorted()).toEqual(known.toSorted());
});
