import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { ScheduleScene } from '../../../support/schedule-scene.js';
import { WebhookScene } from '../../../support/webhook-scene.js';

let scene: WebhookScene;
beforeAll(async () => {
  scene = await WebhookScene.start();
});
afterAll(() => scene.stop());
afterEach(() => scene.clear());

const received = () => scene.receiver.received.map(({ event }) => event);

test('a schedule that is suspended is sent with its reason', async () => {
  const schedules = await ScheduleScene.create(scene.service);
  const feature = await schedules.feature({ on: true });
  const schedule = await schedules.given(feature, { action: 'off' });
  await scene.service.api.delete(schedules.at(feature)).expect(202);
  const id = await scene.given({ events: ['schedule-suspended'] });
  await schedules.executed(schedule);
  await scene.settled(id, 1);
  expect(received()).toMatchObject([
    {
      type: 'schedule-suspended',
      featureName: feature,
      data: { scheduleId: schedule, reason: 'The feature is archived.' },
    },
  ]);
});

test('turning off in an emergency is sent with its reason, although approvals are required', async () => {
  const requests = await ChangeRequestScene.create(scene.service);
  const feature = await requests.feature({ on: true });
  const id = await scene.given({ events: ['feature-environment-disabled'] });
  await scene.service.api
    .post(`${requests.at(feature, 'production')}/off?force=true&reason=Checkout%20is%20down`)
    .expect(200);
  await scene.settled(id, 1);
  expect(received()).toMatchObject([
    { type: 'feature-environment-disabled', data: { reason: 'Checkout is down' } },
  ]);
});

test('an applied change request is sent with its changes, which name it', async () => {
  const requests = await ChangeRequestScene.create(scene.service);
  const feature = await requests.feature();
  const events = ['change-request-applied', 'feature-strategy-add'];
  const id = await scene.given({ events });
  const payload = { name: 'default' };
  const request = await requests.applied({ action: 'addStrategy', feature, payload });
  await scene.settled(id, 2);
  expect(received()).toMatchObject([
    { type: 'feature-strategy-add', featureName: feature, changeRequestId: request },
    { type: 'change-request-applied', data: { changeRequestId: request } },
  ]);
});
