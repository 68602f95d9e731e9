import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { AuthorLookup } from '../../../../src/core/auth/author-lookup.js';
import { Database } from '../../../../src/platform/database/database.js';
import { RequestTransaction } from '../../../../src/platform/database/request-transaction.js';
import { give, OWNER, somebody } from '../../../support/access.js';
import type { HttpCall, Response } from '../../../support/api.js';
import { eventsWithoutFeature } from '../../../support/events.js';
import { SignalScene } from '../../../support/signal-scene.js';
import { TestService } from '../../../support/service.js';

/** Longer than the attempts that hardly wait for a lock. */
const WAITING_MS = 400;
/** More signals than there are connections for them. */
const MANY = 12;
let service: TestService;
let scene: SignalScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await SignalScene.create(service);
});
afterAll(() => service.stop());

/** Sends a request at once, not only when it is awaited. */
function sent(call: HttpCall): Promise<Response> {
  const answer = Promise.resolve(call);
  answer.catch(() => undefined);
  return answer;
}

/** Waits until a signal has met the lock, and then for {@link WAITING_MS}. */
async function untilTheyWait(): Promise<void> {
  await service.untilBlocked();
  await sleep(WAITING_MS);
}

/** Does something while somebody else has locked a feature in production. */
async function whileLocked(feature: string, work: (holder: Client) => Promise<void>) {
  const holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(
      'SELECT FROM feature_environment WHERE feature_name = $1 FOR NO KEY UPDATE',
      [feature],
    );
    await work(holder);
  } finally {
    await holder.end();
  }
}

describe('a signal turns off', () => {
  test('while many others wait for a feature that somebody has locked', async () => {
    const [locked, feature] = [await scene.feature(), await scene.feature()];
    const stuck = await Promise.all(Array.from({ length: MANY }, () => scene.signal([locked])));
    const free = await scene.signal([feature]);
    await whileLocked(locked, async (holder) => {
      const waiting = stuck.map((one) => sent(scene.send(one).expect(200)));
      await untilTheyWait();
      const start = performance.now();
      await scene.send(free).expect(200);
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(await scene.isOn(feature)).toBe(false);
      await holder.query('ROLLBACK');
      await Promise.all(waiting);
    });
    expect(await scene.isOn(locked)).toBe(false);
  });

  test('while others use all connections of other work', async () => {
    const feature = await scene.feature();
    const signal = await scene.signal([feature]);
    const database = service.service.app.get(Database);
    let free: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const taken = Array.from({ length: 50 }, () =>
      database.withPlace('general', () => freed).catch(() => undefined),
    );
    try {
      await scene.send(signal).expect(200);
    } finally {
      free();
      await Promise.all(taken);
    }
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('whatever its payload: the event quotes no half of a character', async () => {
    const feature = await scene.feature();
    const text = `${'x'.repeat(993)}😀 and more`;
    await scene.send(await scene.signal([feature]), { a: text }).expect(200);
    expect(await scene.isOn(feature)).toBe(false);
    const { data } = (await eventsWithoutFeature(service, 'signal-received')).at(-1)!;
    expect(data).toMatchObject({ payload: `{"a":"${'x'.repeat(993)}` });
  });

  test('what is left when one of its features was archived while it waited', async () => {
    const [archived, feature] = [await scene.feature(), await scene.feature()];
    const signal = await scene.signal([archived, feature]);
    await whileLocked(archived, async (holder) => {
      const answer = sent(scene.send(signal).expect(200));
      await untilTheyWait();
      await holder.query('UPDATE feature SET archived_at = now() WHERE name = $1', [archived]);
      await holder.query('COMMIT');
      expect((await answer).body.turnedOff).toEqual([{ feature, environment: 'production' }]);
    });
    expect(await scene.isOn(feature)).toBe(false);
  });

  test('and a feature that came back from the archive meanwhile only if the answer says so', async () => {
    const [back, feature] = [await scene.feature(), await scene.feature()];
    const signal = await scene.signal([back, feature]);
    await service.sql('UPDATE feature SET archived_at = now() WHERE name = $1', [back]);
    let turnedOff: object[] = [];
    await whileLocked(feature, async (holder) => {
      const answer = sent(scene.send(signal).expect(200));
      await untilTheyWait();
      await service.sql('UPDATE feature SET archived_at = NULL WHERE name = $1', [back]);
      await holder.query('COMMIT');
      ({ turnedOff } = (await answer).body as { turnedOff: object[] });
    });
    // An attempt that began before it came back leaves it alone; a later attempt does not.
    expect(turnedOff).toContainEqual({ feature, environment: 'production' });
    expect(await scene.isOn(feature)).toBe(false);
    expect(await scene.isOn(back)).toBe(turnedOff.length === 1);
  });
});

describe('a signal turns nothing off', () => {
  test.each([
    ['its owner lost the role', 403, 'DELETE FROM project_user_role WHERE user_id = $1'],
    ['its owner was deleted', 403, 'UPDATE app_user SET deleted_at = now() WHERE id = $1'],
    ['it was deleted', 401, 'DELETE FROM signal WHERE created_by_user_id = $1'],
  ])('when %s while it waited', async (_, status, change) => {
    const owner = await somebody(service);
    await give(service, scene.project, [OWNER], { users: [owner.id] });
    const feature = await scene.feature();
    const signal = await scene.signal([feature], owner);
    await whileLocked(feature, async (holder) => {
      const answer = sent(scene.send(signal).expect(status));
      await untilTheyWait();
      await service.sql(change, [owner.id]);
      await holder.query('ROLLBACK');
      await answer;
    });
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('when its owner lost the role after it was looked at', async () => {
    const owner = await somebody(service);
    await give(service, scene.project, [OWNER], { users: [owner.id] });
    const feature = await scene.feature();
    const signal = await scene.signal([feature], owner);
    const authors = service.service.app.get(AuthorLookup);
    const find = authors.find.bind(authors);
    jest.spyOn(authors, 'find').mockImplementationOnce(async (author) => {
      const found = await find(author);
      await RequestTransaction.outside(() =>
        service.sql('DELETE FROM project_user_role WHERE user_id = $1', [owner.id]),
      );
      return found;
    });
    await scene.send(signal).expect(403);
    expect(await scene.isOn(feature)).toBe(true);
  });

  test('when it was sent too often', async () => {
    const signal = await scene.signal([await scene.feature()]);
    const over = { status: 'resolved' };
    const statuses: number[] = [];
    while (statuses.length < 1_000 && statuses.at(-1) !== 429)
      statuses.push((await scene.send(signal, over)).status);
    expect(statuses.filter((one) => one === 200).length).toBeGreaterThanOrEqual(60);
    const { headers } = await scene.send(signal, over).expect(429);
    expect(headers).toMatchObject({ 'ratelimit-limit': '60', 'retry-after': '1' });
  });
});
