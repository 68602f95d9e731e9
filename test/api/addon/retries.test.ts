import { setTimeout as sleep } from 'node:timers/promises';
import { Receiver } from '../../support/receiver.js';
import type { TestService } from '../../support/service.js';
import { replacement, WebhookScene } from '../../support/webhook-scene.js';

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

  test('is tried again when nobody listens, and when it does not answer', async () => {
    const other = await Receiver.start();
    const { port } = other;
    const id = await scene.given({ parameters: { url: other.url } });
    await other.stop();
    const name = await service.given.feature();
    await sleep(300);
    const back = await Receiver.start(port);
    back.answers.push('never');
    const [delivery] = await scene.settled(id, 1);
    expect(delivery).toMatchObject({ state: 'success', details: { attempts: 3, status: 200 } });
    expect(back.received.map(({ event }) => event.featureName)).toEqual([name, name]);
    await back.stop();
  });

  test('is given up after so many attempts, and told of the next event', async () => {
    const id = await scene.given();
    receiver.answers.push(503, 503);
    const name = await service.given.feature();
    await receiver.until(1);
    await sleep(100);
    await service.sql('UPDATE addon_cursor SET attempts = 7, due_at = now() WHERE addon_id = $1', [id]);
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
    receiver.answers.push(500, 500, 500);
    await service.given.feature();
    const waits: number[] = [];
    for (const attempts of [1, 2, 3]) {
      await receiver.until(attempts);
      await sleep(150);
      const [row] = await service.sql<{ attempts: number; wait: number }>(
        'SELECT attempts, extract(epoch FROM due_at - now())::float8 AS wait FROM addon_cursor WHERE addon_id = $1',
        [id],
      );
      expect(row!.attempts).toBe(attempts);
      waits.push(Math.round(row!.wait + 0.3));
      await service.sql('UPDATE addon_cursor SET due_at = now() WHERE addon_id = $1', [id]);
      await service.given.feature();
    }
    expect(waits).toEqual([1, 2, 4]);
  });

  test('is tried at once when the addon is changed', async () => {
    const id = await scene.given({ parameters: { url: `${receiver.url}/wrong` } });
    receiver.answers.push(404);
    const name = await service.given.feature();
    await receiver.until(1, '/wrong');
    await sleep(100);
    await service.sql(`UPDATE addon_cursor SET due_at = now() + interval '1 hour' WHERE addon_id = $1`, [id]);
    await service.api.put(`${ADDONS}/${id}`, replacement({ parameters: { url: receiver.url } })).expect(200);
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
