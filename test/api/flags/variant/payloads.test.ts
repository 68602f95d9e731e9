import { at } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Payload {
  type: string;
  value: string;
}
interface Variant {
  name: string;
  payload?: Payload;
}
const variant = (payload: object): object => ({
  name: 'one',
  weight: 1000,
  weightType: 'variable',
  stickiness: 'default',
  payload,
});
const strategy = (payload: object) => ({ name: 'default', variants: [variant(payload)] });
const places = (feature: string): string => `${at(feature, 'development')}/strategies`;

async function featureWith(payload: object): Promise<string> {
  const feature = await service.given.feature();
  await service.api.post(places(feature), strategy(payload)).expect(200);
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  return feature;
}

const storedIn = async (feature: string): Promise<Payload> =>
  (await service.api.get(places(feature)).expect(200)).body[0].variants[0].payload;

/** Payloads whose text parsing and printing would change. */
const PAYLOADS: Payload[] = [
  { type: 'json', value: '{ "b":9007199254740993, "a": [1e400, -0, 1.10, 1E2], "b": 0 }' },
  { type: 'json', value: '12345678901234567890.0' },
  { type: 'number', value: '9007199254740993' },
  { type: 'number', value: '-0' },
  { type: 'number', value: '1.10' },
  { type: 'string', value: ' {"a": 1e400} ' },
  { type: 'csv', value: '9007199254740993,1e400,' },
];

describe.each(PAYLOADS)('a payload of type $type with the text $value', (payload) => {
  test('reaches SDKs as it was written', async () => {
    const feature = await featureWith(payload);

    expect(await storedIn(feature)).toEqual(payload);
    const client = await service.api
      .as({ token: CLIENT_TOKEN })
      .get(`/api/client/features/${feature}`)
      .expect(200);
    expect(client.body.strategies[0].variants[0].payload).toEqual(payload);
    const { body } = await service.api
      .as({ token: FRONTEND_TOKEN })
      .get('/api/frontend')
      .expect(200);
    const toggles = body.toggles as { name: string; variant: Variant }[];
    expect(toggles.find(({ name }) => name === feature)!.variant.payload).toEqual(payload);
    const { features } = (
      await service.api
        .post('/api/admin/playground', {
          environment: 'development',
          projects: ['default'],
          context: { appName: 'x' },
        })
        .expect(200)
    ).body as { features: { name: string; variant: Variant }[] };
    expect(features.find(({ name }) => name === feature)!.variant.payload).toEqual(payload);
  });

  test('is the value of an OFREP flag as it was written', async () => {
    const key = await featureWith(payload);
    const value =
      payload.type === 'json' || payload.type === 'number'
        ? payload.value
        : JSON.stringify(payload.value);
    const api = service.api.as({ token: CLIENT_TOKEN });

    const single = await api.post(`/ofrep/v1/evaluate/flags/${key}`, {}).expect(200);
    const all = await api.post('/ofrep/v1/evaluate/flags', {}).expect(200);

    expect(single.text).toContain(`"value":${value}}`);
    expect(all.text).toContain(single.text);
  });

  test('is kept by a clone, an export with its import, and an undone deletion', async () => {
    const feature = await featureWith(payload);
    const clone = unique();
    await service.api.post(`${at(feature)}/clone`, { name: clone }).expect(201);
    expect(await storedIn(clone)).toEqual(payload);

    const criteria = { environment: 'development', features: [feature] };
    const data = (await service.api.post('/api/admin/features-batch/export', criteria).expect(200))
      .body;
    await service.api.put(`${places(feature)}/${(await idOf(feature))!}`, { name: 'default' });
    await service.api
      .post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data,
      })
      .expect(200);
    expect(await storedIn(feature)).toEqual(payload);

    await service.api.delete(`${places(feature)}/${(await idOf(feature))!}`).expect(200);
    const { body } = await service.api
      .get(`/api/admin/search/events?feature=IS:${feature}&type=IS:feature-strategy-remove`)
      .expect(200);
    await service.api.post(`/api/admin/events/${body.events[0].id}/undo`).expect(200);
    expect(await storedIn(feature)).toEqual(payload);
  });

  test('is what a change request applies', async () => {
    const scene = await ChangeRequestScene.create(service);
    const feature = await scene.feature();
    await scene.applied([{ action: 'addStrategy', feature, payload: strategy(payload) }]);

    const { body } = await service.api
      .get(`${scene.at(feature, 'production')}/strategies`)
      .expect(200);
    expect(body[0].variants[0].payload).toEqual(payload);
  });
});

const idOf = async (feature: string): Promise<string | undefined> =>
  (await service.api.get(places(feature)).expect(200)).body[0]?.id;

test.each(['9007199254740993', '-1e16', '1e400'])(
  'the number %s is refused as a text, because reading it has changed it',
  async (number) => {
    const feature = await service.given.feature();
    const body = JSON.stringify(strategy({ type: 'number', value: 0 }));
    const answer = await service.api
      .post(places(feature))
      .set('content-type', 'application/json')
      .send(body.replace('"value":0', `"value":${number}`));

    expect(answer.status).toBe(400);
    expect(answer.body.details[0].message).toContain('string');
  },
);
