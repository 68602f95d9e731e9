import { ChangeRequestRetention as Retention } from '../../../../src/governance/change-request/change-request-retention.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { onServer } from '../../../support/fresh-database.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ChangeRequestScene;
let other: ChangeRequestScene;
let feature: string;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
  other = await ChangeRequestScene.create(service);
  feature = await scene.feature();
  // Variants of one environment can be set only where there are some already.
  await scene.require(null);
  await service.api.put(`${scene.at(feature)}/variants`, [variant('x')]).expect(200);
  await scene.require(1);
});
beforeEach(() => service.sql('DELETE FROM change_request'));
afterAll(() => service.stop());

const on = () => ({ action: 'updateEnabled', feature, payload: { enabled: true } });
const described = (length: number) => ({
  action: 'patchVariant',
  feature,
  payload: { variants: [variant('x'.repeat(length))] },
});
const variant = (value: string) => ({
  name: 'one',
  weight: 1000,
  stickiness: 'default',
  payload: { type: 'string', value },
});

/** Stores change requests in review, without changes. */
const store = (
  count: number,
  { project = scene.project, author = scene.author.id, characters = 0 as number | null } = {},
) =>
  service.sql<{ id: number }>(
    `INSERT INTO change_request (project, environment, min_approvals, created_by_user_id, state,
       state_times, characters)
     SELECT $1, 'production', 1, $2, 'In review', '{"In review": "2026-01-01T00:00:00.000Z"}', $3
       FROM generate_series(1, $4)
     RETURNING id`,
    [project, author, characters, count],
  );
const stored = async (): Promise<number> => {
  const [row] = await service.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM change_request',
  );
  return row!.count;
};

describe('the number of open change requests', () => {
  test.each([
    ['of a user in an environment', 50, () => ({}), 'You have 50 open change requests in this'],
    ['of a user', 500, () => ({ project: other.project }), 'You have 500 open change requests'],
    ['of a project', 1_000, () => ({ author: scene.reviewer.id }), 'The project has 1000 open'],
    [
      'of the instance',
      10_000,
      () => ({ project: other.project, author: other.author.id }),
      'The instance has 10000 open',
    ],
  ])('%s is limited to %d', async (_, most, properties, message) => {
    await store(most - 1, properties());
    const { body: draft } = await scene.add(on()).expect(200);
    await scene.author.api.delete(`${scene.path}/${draft.id}`).expect(200);
    await store(1, properties());
    const { body } = await scene.add(on()).expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
    expect(body.message).toContain(message);
    expect(await stored()).toBe(most);
  });

  test('does not matter for changes that are added to a draft', async () => {
    await store(49);
    await scene.add(on()).expect(200);
    await scene.add(on()).expect(200);
    await scene.add(on(), scene.reviewer.api).expect(200);
  });

  test('does not include closed ones', async () => {
    await store(50);
    await service.sql(`UPDATE change_request SET state = 'Cancelled'`);
    await scene.add(on()).expect(200);
  });

  test('is not exceeded by several users at the same time', async () => {
    const authors = [scene.author, scene.reviewer, await scene.member(), await scene.member()];
    await store(998, { author: other.author.id });
    const answers = await Promise.all(authors.map(({ api }) => scene.add(on(), api)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    expect(await stored()).toBe(1_000);
  });
});

describe('the length of all changes', () => {
  test.each([
    ['of a user', 10_000_000, () => ({ project: other.project }), 'You have open change requests'],
    ['of a project', 20_000_000, () => ({ author: scene.reviewer.id }), 'The project has open'],
    [
      'of the instance',
      200_000_000,
      () => ({ project: other.project, author: other.author.id }),
      'The instance has open',
    ],
  ])('%s is limited to %d characters', async (_, most, properties, message) => {
    await store(1, { ...properties(), characters: most - 1_000 });
    await scene.add(described(100)).expect(200);
    const { body } = await scene.add(described(1_000)).expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
    expect(body.message).toContain(message);
    const [draft] = await service.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM change_request_change',
    );
    expect(draft!.count).toBe(1);
  });

  test('is not exceeded by several users at the same time', async () => {
    const authors = [scene.author, scene.reviewer, await scene.member(), await scene.member()];
    await store(1, { author: other.author.id, characters: 20_000_000 - 5_000 });
    const answers = await Promise.all(authors.map(({ api }) => scene.add(described(2_000), api)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  });

  test('concerns changes that become longer, but none that become shorter', async () => {
    const { body: draft } = await scene.add(described(2_000)).expect(200);
    const path = `${scene.path}/${draft.id}/changes/${draft.features[0].changes[0].id}`;
    await store(1, { author: scene.reviewer.id, characters: 20_000_000 - 1_000 });
    const { api } = scene.author;
    await api.put(path, described(2_001)).expect(400);
    await api.put(path, described(1_999)).expect(200);
    await api.put(path, described(10)).expect(200);
    await scene.add(described(500)).expect(200);
  });

  test('includes what an earlier version of the service has stored', async () => {
    const author = scene.reviewer.id;
    const [request] = await store(1, { author, characters: null });
    // On a connection without time limits, and not a constant, which planning would also make.
    await onServer(
      service.databaseUrl,
      `INSERT INTO change_request_change (change_request_id, feature_name, action, payload, version)
       SELECT ${request!.id}, '${feature}', 'patchVariant', to_jsonb(repeat('x', n)), ''
         FROM generate_series(19999000, 19999000) n`,
    );
    const { body } = await scene.add(described(2_000)).expect(400);
    expect(body.message).toContain('The project has open change requests');
  });
});

describe('change requests that only their authors could see', () => {
  const cleanUp = () => service.service.app.get(Retention, { strict: false }).cleanUp();

  test('are deleted when their author is, so that they do not count as open', async () => {
    const leaver = await scene.member();
    await scene.add(on(), leaver.api).expect(200);
    const { body: sent } = await scene.add(on()).expect(200);
    await scene.state(sent.id, 'In review', scene.author.api).expect(200);
    await scene.add(on()).expect(200);
    await cleanUp();
    expect(await stored()).toBe(3);
    await service.api.delete(`/api/admin/user-admin/${leaver.id}`).expect(200);
    await cleanUp();
    expect(await stored()).toBe(2);
  });

  test('are deleted 90 days after they were cancelled; others stay', async () => {
    const { body: draft } = await scene.add(on()).expect(200);
    await scene.state(draft.id, 'Cancelled', scene.author.api).expect(200);
    const { body: sent } = await scene.add(on()).expect(200);
    await scene.state(sent.id, 'In review', scene.author.api).expect(200);
    await scene.state(sent.id, 'Cancelled', scene.author.api).expect(200);
    const cancelledDaysAgo = (days: number) =>
      service.sql(
        `UPDATE change_request
            SET state_times = state_times || jsonb_build_object('Cancelled',
                  iso8601(now() - make_interval(days => $1)))`,
        [days],
      );
    await cancelledDaysAgo(89);
    await cleanUp();
    expect(await stored()).toBe(2);
    await cancelledDaysAgo(91);
    await cleanUp();
    expect(await service.sql('SELECT id FROM change_request')).toEqual([{ id: sent.id }]);
  });
});

describe('one change request', () => {
  test('has at most 100 changes', async () => {
    await scene.add(Array.from({ length: 99 }, on)).expect(200);
    await scene.add(on()).expect(200);
    const { body } = await scene.add(on()).expect(400);
    expect(body.message).toContain('at most 100 changes');
  });

  test('has at most 500,000 characters', async () => {
    const { body: draft } = await scene.add(on()).expect(200);
    await service.sql(
      `UPDATE change_request_change SET payload = to_jsonb(repeat('x', 499000))
        WHERE change_request_id = $1`,
      [draft.id],
    );
    const { body } = await scene.add(described(1_000)).expect(400);
    expect(body.message).toContain('at most 500000 characters');
  });

  test('has at most 200 comments and 100 approvals', async () => {
    const id = await scene.inReview(on());
    await service.sql(
      `INSERT INTO change_request_comment (change_request_id, user_id, text)
       SELECT $1, $2, 'x' FROM generate_series(1, 200)`,
      [id, scene.author.id],
    );
    const { body } = await scene.author.api
      .post(`${scene.path}/${id}/comments`, { text: 'One more' })
      .expect(400);
    expect(body.message).toContain('at most 200 comments');
    await service.sql(
      `WITH added AS (
         INSERT INTO app_user (name, username)
         SELECT 'Approver ' || n, 'approver-' || n FROM generate_series(1, 100) n RETURNING id)
       INSERT INTO change_request_review (change_request_id, user_id, is_approval)
       SELECT $1, a.id, true FROM added a`,
      [id],
    );
    const { body: refused } = await scene.state(id, 'Approved', scene.reviewer.api).expect(400);
    expect(refused.message).toContain('at most 100 approvals');
  });
});
