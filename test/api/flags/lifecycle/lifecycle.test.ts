import { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { SYSTEM } from '../../../../src/core/event/actor.js';
import { FeatureLifecycleService } from '../../../../src/flags/feature/lifecycle/feature-lifecycle.service.js';
import { somebody } from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Stage {
  stage: string;
  status?: string;
  enteredStageAt: string;
}

const lifecycle = async (feature: string): Promise<Stage[]> =>
  (await service.api.get(`${at(feature)}/lifecycle`).expect(200)).body;
const stages = async (feature: string): Promise<string[]> =>
  (await lifecycle(feature)).map((one) => one.stage);
const current = async (feature: string): Promise<string> =>
  (await service.api.get(at(feature)).expect(200)).body.lifecycle.stage;
const complete = (feature: string, body: object) =>
  service.api.post(`${at(feature)}/lifecycle/complete`, body);
const uncomplete = (feature: string) => service.api.post(`${at(feature)}/lifecycle/uncomplete`);

/** Reports usage, like the metrics writer does. */
const reported = (...pairs: [feature: string, environment: string][]): Promise<void> =>
  service.service.app.get(UnitOfWork).run(SYSTEM, (tx) =>
    service.service.app.get(FeatureLifecycleService).enterStages(
      pairs.map(([featureName, environment]) => ({ featureName, environment })),
      tx,
    ),
  );

test('life starts at creation, ends in the archive, and starts over with the revival', async () => {
  const feature = await service.given.feature();
  expect(await lifecycle(feature)).toEqual([
    { stage: 'initial', enteredStageAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  await reported([feature, 'development']);
  await service.api.delete(at(feature)).expect(202);
  expect(await stages(feature)).toEqual(['initial', 'pre-live', 'archived']);
  await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
  expect(await stages(feature)).toEqual(['initial']);
});

test('a feature that the project does not have has no stages', async () => {
  const feature = await service.given.feature();
  expect(await lifecycle('no-such-feature')).toEqual([]);
  expect(
    (await service.api.get(`/api/admin/projects/nowhere/features/${feature}/lifecycle`).expect(200))
      .body,
  ).toEqual([]);
});

describe('completing a feature', () => {
  test('is recorded with what came of the feature', async () => {
    const feature = await service.given.feature();
    expect(
      (await complete(feature, { status: 'kept', statusValue: 'blue' }).expect(200)).text,
    ).toBe('');
    expect(await lifecycle(feature)).toMatchObject([
      { stage: 'initial' },
      { stage: 'completed', status: 'kept' },
    ]);
    expect(await current(feature)).toBe('completed');
    const kept = { stage: 'completed', status: 'kept', enteredStageAt: expect.any(String) };
    expect((await service.api.get(at(feature)).expect(200)).body.lifecycle).toEqual(kept);
    const search = await service.api.get(`/api/admin/search/features?query=${feature}`).expect(200);
    expect(search.body.features[0].lifecycle).toEqual(kept);
    expect((await eventsOf(service, feature)).at(-1)).toMatchObject({
      type: 'feature-completed',
      project: 'default',
      data: { status: 'kept', statusValue: 'blue', kept: true },
      preData: null,
    });
  });

  test('again changes nothing; with another status, it replaces the status and keeps the time', async () => {
    const feature = await service.given.feature();
    await complete(feature, { status: 'kept' }).expect(200);
    const first = await lifecycle(feature);
    await complete(feature, { status: 'kept' }).expect(200);
    expect(await lifecycle(feature)).toEqual(first);
    await complete(feature, { status: 'discarded' }).expect(200);
    expect(await lifecycle(feature)).toEqual([first[0], { ...first[1], status: 'discarded' }]);
    expect((await eventsOf(service, feature)).slice(1).map((event) => event.data)).toEqual([
      { status: 'kept', kept: true },
      { status: 'discarded', kept: false },
    ]);
  });

  test('can be taken back, which is recorded once', async () => {
    const feature = await service.given.feature();
    await reported([feature, 'development']);
    await complete(feature, { status: 'discarded' }).expect(200);
    await uncomplete(feature).expect(200);
    await uncomplete(feature).expect(200);
    expect(await current(feature)).toBe('pre-live');
    expect((await eventsOf(service, feature)).slice(2)).toMatchObject([
      { type: 'feature-uncompleted', data: null, preData: null },
    ]);
  });

  test('is refused, and changes nothing, for bad input and for what is not there', async () => {
    const feature = await service.given.feature();
    for (const body of [{}, { status: 'lost' }, { status: 'kept', whatever: 1 }])
      await complete(feature, body).expect(400);
    await complete('no-such-feature', { status: 'kept' }).expect(404);
    await uncomplete('no-such-feature').expect(404);
    await service.api
      .post(`/api/admin/projects/nowhere/features/${feature}/lifecycle/complete`, {
        status: 'kept',
      })
      .expect(404);
    const archived = await service.given.feature({ archived: true });
    await complete(archived, { status: 'kept' }).expect(400);
    await uncomplete(archived).expect(400);
    expect(await stages(feature)).toEqual(['initial']);
    expect(await stages(archived)).toEqual(['initial', 'archived']);
    for (const name of [feature, archived])
      expect(await eventTypesOf(service, name)).toEqual(['feature-created']);
  });
});

describe('usage of a feature', () => {
  test('makes a feature pre-live, and live where production has it on; once each', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await reported([feature, 'development'], [feature, 'development']);
    expect(await current(feature)).toBe('pre-live');
    const first = await lifecycle(feature);
    await reported([feature, 'development']);
    expect(await lifecycle(feature)).toEqual(first);
    await reported([feature, 'production']);
    expect(await stages(feature)).toEqual(['initial', 'pre-live', 'live']);
    expect(await current(feature)).toBe('live');
    expect((await eventTypesOf(service, feature)).at(-1)).toBe('feature-environment-enabled');
  });

  test('in production counts as usage anywhere where the feature is off', async () => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await reported([feature, 'production']);
    expect(await stages(feature)).toEqual(['initial', 'pre-live']);
  });

  test.each([[['production']], [['production', 'development']]])(
    'of %j leads through both stages where production has it on',
    async (environments) => {
      const feature = await service.given.feature({ enabledIn: ['production'] });
      await reported(
        ...environments.map((environment): [string, string] => [feature, environment]),
      );
      expect(await stages(feature)).toEqual(['initial', 'pre-live', 'live']);
      expect(await current(feature)).toBe('live');
    },
  );

  test('never leads back', async () => {
    const live = await service.given.feature({ enabledIn: ['production'] });
    await reported([live, 'production']);
    const before = await lifecycle(live);
    await reported([live, 'development']);
    expect(await lifecycle(live)).toEqual(before);
    const completed = await service.given.feature({ enabledIn: ['production'] });
    await complete(completed, { status: 'kept' }).expect(200);
    await reported([completed, 'production'], [completed, 'development']);
    expect(await stages(completed)).toEqual(['initial', 'completed']);
    const archived = await service.given.feature({ archived: true });
    await reported([archived, 'development']);
    expect(await stages(archived)).toEqual(['initial', 'archived']);
  });

  test('of unknown features and environments is ignored', async () => {
    const feature = await service.given.feature();
    await reported(
      ['no-such-feature', 'development'],
      [feature, 'nowhere'],
      [feature, 'development'],
    );
    expect(await stages(feature)).toEqual(['initial', 'pre-live']);
  });

  test('that arrives while its feature is archived or deleted changes nothing about that', async () => {
    const features = await Promise.all(Array.from({ length: 6 }, () => service.given.feature()));
    await Promise.all([
      reported(...features.map((feature): [string, string] => [feature, 'development'])),
      ...features.map((feature) => service.api.delete(at(feature)).expect(202)),
    ]);
    for (const feature of features) expect((await stages(feature)).at(-1)).toBe('archived');
    await Promise.all([
      reported(...features.map((feature): [string, string] => [feature, 'development'])),
      service.api.post('/api/admin/projects/default/delete', { features }).expect(200),
    ]);
    for (const feature of features) expect(await lifecycle(feature)).toEqual([]);
  });
});

describe('counting features by stage', () => {
  const counts = async (api = service.api): Promise<Record<string, number>> =>
    (await api.get('/api/admin/lifecycle/count').expect(200)).body;

  test('counts each feature in its current stage', async () => {
    const before = await counts();
    const names = [];
    for (let n = 0; n < 5; n++) names.push(await service.given.feature());
    const [, tried, live, done, old] = names as [string, string, string, string, string];
    await service.api.post(`${at(live, 'production')}/on`).expect(200);
    await reported([tried, 'development'], [live, 'production'], [old, 'development']);
    await complete(done, { status: 'kept' }).expect(200);
    await service.api.delete(at(old)).expect(202);
    const after = await counts();
    const added = Object.fromEntries(
      Object.entries(after).map(([stage, count]) => [stage, count - before[stage]!]),
    );
    expect(added).toEqual({ initial: 1, preLive: 1, live: 1, completed: 1, archived: 1 });
    await uncomplete(done).expect(200);
    expect(await counts()).toMatchObject({ initial: after['initial']! + 1 });
  });

  test('leaves out features of projects that the caller does not see', async () => {
    const { api } = await somebody(service);
    const before = await counts(api);
    const project = await service.given.project({ mode: 'private' });
    const all = await counts();
    await service.api
      .post(`/api/admin/projects/${project}/features`, { name: unique() })
      .expect(201);
    expect(await counts(api)).toEqual(before);
    expect(await counts()).toEqual({ ...all, initial: all['initial']! + 1 });
  });
});
