import { Receiver } from '../../../support/receiver.js';
import type { TestService } from '../../../support/service.js';
import { replacement, WebhookScene } from '../../../support/webhook-scene.js';

const ADDONS = '/api/admin/addons';
let scene: WebhookScene;
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  scene = await WebhookScene.start();
  ({ service, receiver } = scene);
});
afterAll(() => scene.stop());
afterEach(() => scene.clear());

const features = (): (string | null)[] => receiver.at('/').map(({ event }) => event.featureName);

describe('a receiver that fails', () => {
  test('is tried again, and what comes later waits', async () => {
    const id = await scene.given();
    receiver.answers.push(500);
    const names = [await service.given.feature(), await service.given.feature()];
    const deliveries = await scene.settled(id, 2);
    expect(features()).toEqual([names[0], ...names]);
    expect(deliveries.map(({ state, details }) => [state, details])).toEqual([
      ['success', { attempts: 1, status: 200 }],
      ['success', { attempts: 2, status: 200 }],
    ]);
  });

  test('is tried again when its port is closed, and when it does not answer', async () => {
    const other = await Receiver.start();
    const { port } = other;
    const id = await scene.given({ parameters: { url: other.url } });
    await other.stop();
    const name = await service.given.feature();
    const { attempts } = await scene.failed(id, 1);
    const back = await Receiver.start(port);
    back.answers.push('never');
    const [delivery] = await scene.settled(id, 1);
    expect(delivery).toMatchObject({ state: 'success', details: { status: 200 } });
    expect(delivery!.details.attempts).toBeGreaterThanOrEqual(attempts + 2);
    expect(back.received.map(({ event }) => event.featureName)).toEqual([name, name]);
    await back.stop();
  });

  test('is given up after so many attempts, and told of the next event', async () => {
    const id = await scene.given();
    receiver.answers.push(503);
    await service.sql('UPDATE addon_cursor SET attempts = 7 WHERE addon_id = $1', [id]);
    const name = await service.given.feature();
    const next = await service.given.feature();
    const deliveries = await scene.settled(id, 2);
    expect(deliveries).toMatchObject([
      { state: 'success', event: { featureName: next } },
      {
        state: 'failed',
        stateDetails: 'Given up: the receiver answered 503.',
        event: { featureName: name },
        details: { attempts: 8, status: 503 },
      },
    ]);
  });

  test('waits longer each time', async () => {
    const id = await scene.given();
    receiver.answers.push(...Array.from({ length: 6 }, () => 500));
    await service.given.feature();
    let seen = 0;
    while (seen < 3) {
      const { attempts, dueAt } = await scene.failed(id, seen + 1);
      const sentAt = receiver.received[attempts - 1]!.at / 1000;
      expect(dueAt - sentAt).toBeGreaterThanOrEqual(2 ** (attempts - 1));
      // PostgreSQL counts microseconds, `Date` only whole milliseconds: one may have begun.
      expect(dueAt - (Date.now() + 1) / 1000).toBeLessThanOrEqual(2 ** (attempts - 1));
      seen = attempts;
    }
  });

  test('is tried at once when the addon is changed', async () => {
    const id = await scene.given({ parameters: { url: `${receiver.url}/wrong` } });
    receiver.answers.push(404, 404, 404);
    const name = await service.given.feature();
    await scene.failed(id, 1);
    await service.sql(
      `UPDATE addon_cursor SET due_at = now() + interval '1 hour' WHERE addon_id = $1`,
      [id],
    );
    receiver.answers.splice(0);
    await service.api
      .put(`${ADDONS}/${id}`, replacement({ parameters: { url: receiver.url } }))
      .expect(200);
    await scene.settled(id, 1);
    expect(features()).toEqual([name]);
  });

  test('is not followed where it redirects to', async () => {
    const id = await scene.given();
    receiver.answers.push(302);
    await service.given.feature();
    await scene.settled(id, 1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/']);
  });
});
