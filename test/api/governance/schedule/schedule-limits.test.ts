import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: ScheduleScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ScheduleScene.create(service);
});
afterAll(() => service.stop());

describe('schedules', () => {
  /** Stores schedules of features. */
  const store = (feature: string, count: number, payload = '{}', author = -42) =>
    service.sql(
      `INSERT INTO schedule (feature_name, environment, action, payload, starts_at, next_at,
         time_zone, when_late, created_by_user_id)
       SELECT $1, 'production', 'addStrategy', $3, now() + interval '1 day',
              now() + interval '1 day', 'UTC', 'run', $4 FROM generate_series(1, $2)`,
      [feature, count, payload, author],
    );
  afterEach(() => service.sql('DELETE FROM schedule'));

  test.each([
    ['feature', 20],
    ['project', 500],
    ['instance', 10_000],
  ])('are limited in number, of one %s', async (scope, most) => {
    const feature = await scene.feature();
    const elsewhere = scope === 'instance' ? await service.given.feature() : await scene.feature();
    const other = scope === 'feature' ? feature : elsewhere;
    await store(other, most - 1);
    const { body: added } = await scene.add(feature, { action: 'on' }).expect(201);
    const { body } = await scene.add(feature, { action: 'on' }).expect(400);
    expect(body).toMatchObject({ name: 'ExceedsLimitError' });
    expect(body.message).toContain(`The ${scope} has ${most} schedules`);
    await service.api.put(`${scene.path}/${added.id}`, { action: 'on', at: later() }).expect(200);
  });

  test('do not exceed a limit by several requests at the same time', async () => {
    const feature = await scene.feature();
    await store(feature, 18);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scene.add(feature, { action: 'on' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
  });

  test('are limited in number, of one author, also by taking over those of others', async () => {
    const [feature, other] = [await scene.feature(), await service.given.feature()];
    const foreign = await scene.given(feature, { action: 'on' }, service.api);
    await store(other, 2_499, '{}', scene.author.id);
    const own = await scene.given(feature, { action: 'on' });
    const { body } = await scene.add(feature, { action: 'on' }).expect(400);
    expect(body.message).toContain('You have 2500 schedules');
    const again = { action: 'off', at: later() };
    await scene.author.api.put(`${scene.path}/${foreign}`, again).expect(400);
    await scene.author.api.put(`${scene.path}/${own}`, again).expect(200);
    await scene.given(feature, { action: 'on' }, service.api);
    await scene.author.api.delete(`${scene.path}/${own}`).expect(200);
    await scene.author.api.put(`${scene.path}/${foreign}`, again).expect(200);
  });

  test.each(['project', 'author', 'instance'])('are limited in size, of one %s', async (scope) => {
    const feature = await scene.feature();
    const other = scope === 'project' ? await scene.feature() : await service.given.feature();
    const author = scope === 'author' ? scene.author.id : -42;
    const [text] = await service.sql<{ text: string }>(
      `SELECT string_agg(md5(n::text), '') AS text FROM generate_series(1, 3100) n`,
    );
    const payload = JSON.stringify(text);
    const add = (count: number) => store(other, count, payload, author);
    await add(1);
    const [stored] = await service.sql<{ bytes: number }>(
      'SELECT pg_column_size(payload) AS bytes FROM schedule',
    );
    const most = { project: 5_000_000, author: 12_500_000, instance: 50_000_000 }[scope]!;
    await add(Math.ceil(most / stored!.bytes) - 2);
    const id = await scene.given(feature, { action: 'on' });
    await add(1);
    const strategy = { action: 'addStrategy', payload: { name: 'default' } };
    const { body } = await scene.add(feature, strategy).expect(400);
    expect(body.message).toContain(`${scope} can have at most ${most} bytes`);
    const { api } = scene.author;
    await api.put(`${scene.path}/${id}`, { ...strategy, at: later() }).expect(400);
    await api.put(`${scene.path}/${id}`, { action: 'off', at: later() }).expect(200);
  });
});
