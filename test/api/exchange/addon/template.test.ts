import { at } from '../../../support/api.js';
import { expectResponsive } from '../../../support/event-loop.js';
import { recorder } from '../../../support/recorder.js';
import type { TestService } from '../../../support/service.js';
import { WebhookScene } from '../../../support/webhook-scene.js';

const ADDONS = '/api/admin/addons';
/** Nested sections over one list, whose result grows with the power of their depth. */
const nested = (list: string, depth: number): string =>
  `${`{{#${list}}}`.repeat(depth)}x${`{{/${list}}}`.repeat(depth)}`;
const SLOW = nested('event.data.strategies', 8);
const LARGE = `${nested('event.data.tags', 4)}`.replace('x', 'x'.repeat(200));

let scene: WebhookScene;
let service: TestService;
beforeAll(async () => {
  scene = await WebhookScene.start({ WORKER_TIME_LIMIT_MS: '400' });
  ({ service } = scene);
});
afterAll(() => scene.stop());
afterEach(() => scene.clear());

/** Creates an addon whose template was not validated. */
async function givenTemplate(bodyTemplate: string, properties: object): Promise<number> {
  const id = await scene.given({ ...properties });
  await service.sql(
    `UPDATE addon SET parameters = parameters || jsonb_build_object('bodyTemplate', $2::text) WHERE id = $1`,
    [id, bodyTemplate],
  );
  return id;
}

test.each([
  ['takes forever', SLOW, 'takes too long'],
  ['makes more than can be sent', LARGE, 'produces a body of more than 1048576 characters'],
  ['needs all the memory there is', nested('event.data.tags', 5).replace('x', '{{eventJson}}'), ''],
  ['is none', '{{#event}}', 'is not a valid Mustache template'],
])('a template that %s is refused when it is saved', async (_, bodyTemplate, problem) => {
  const recorded = await recorder(service);
  const parameters = { url: scene.receiver.url, bodyTemplate };
  const addon = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters };

  await expectResponsive(async () => {
    const { body } = await service.api.post(ADDONS, addon).expect(400);
    expect(body.details).toEqual([
      { message: expect.stringContaining(problem), path: '/body/parameters/bodyTemplate' },
    ]);
  });

  expect(await recorded()).toEqual([]);
  expect(await service.sql('SELECT FROM addon')).toEqual([]);
});

test('a template that takes forever is a failed delivery, and keeps nobody else waiting', async () => {
  const feature = await service.given.feature();
  const events = ['feature-strategy-add'];
  const slow = await givenTemplate(nested('event.data.constraints', 6), { events });
  const other = await scene.given({
    events,
    parameters: { bodyTemplate: '{"feature": "{{event.featureName}}"}' },
  });
  const constraints = Array.from({ length: 30 }, () => ({
    contextName: 'userId',
    operator: 'IN',
    values: ['1'],
  }));

  await expectResponsive(async () => {
    const { length: before } = await scene.log(other);
    await service.api
      .post(`${at(feature, 'development')}/strategies`, { name: 'default', constraints })
      .expect(200);
    await scene.settled(other, before + 1);
  });

  expect((await scene.settled(slow, 1))[0]).toMatchObject({
    state: 'failed',
    stateDetails: 'Given up: its body template takes too long.',
    details: { attempts: 1, status: null },
  });
});
