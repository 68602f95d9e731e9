import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { Sdk } from './support.js';

const WORKERS = 12;
const TURNS = 25;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('polls that begin after the response to a switch contain it, however many switches run at the same time', async () => {
  const features = [];
  for (let n = 0; n < WORKERS; n++)
    features.push(await service.given.feature({ enabledIn: ['development'] }));
  const sdk = Sdk.of(service);
  await sdk.get().expect(200);
  let stale = 0;

  await Promise.all(
    features.map(async (feature) => {
      let etag = await sdk.etag();
      for (let turn = 0; turn < TURNS; turn++) {
        const on = turn % 2 === 1;
        await service.api.post(`${at(feature, 'development')}/${on ? 'on' : 'off'}`).expect(200);
        const answer = await sdk.get('', { 'If-None-Match': etag });
        if (answer.status === 304) stale++;
        else if (
          answer.body.features.find((one: { name: string }) => one.name === feature).enabled !== on
        )
          stale++;
        etag = answer.headers['etag']!;
      }
    }),
  );

  expect(stale).toBe(0);
});

test('the first who ask, while others switch, are told what was answered before', async () => {
  const fresh = await service.beside();
  try {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        if (n === 0) await fresh.api.post(`${at(feature, 'development')}/off`).expect(200);
        const enabled = await Sdk.of(fresh).isOn(feature);
        return n === 0 ? enabled : false;
      }),
    );
    expect(answers.every((enabled) => enabled === false)).toBe(true);
  } finally {
    await fresh.stop();
  }
});
