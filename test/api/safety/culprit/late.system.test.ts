import { SnapshotReader } from '../../../../src/serving/sdk-api/snapshot/snapshot-reader.js';
import { at } from '../../../support/api.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

/** An instance is cut off after a second without an answer, and ten more. */
const SETTINGS = { CLIENT_FEATURES_POLL_SECONDS: '1' };
const CUT_OFF_MS = 12_000;

let service: TestService;
let beside: TestService;
beforeAll(async () => {
  service = await TestService.start(SETTINGS);
  beside = await service.beside(SETTINGS);
});
afterAll(async () => {
  await beside?.stop();
  await service?.stop();
});

interface Culprit {
  event: { featureName: string; type: string };
  reasons: { name: string; text: string }[];
}

async function reasonsOf(feature: string): Promise<string[]> {
  const { body } = await service.api.get('/api/admin/search/culprits?limit=50').expect(200);
  const found = (body.culprits as Culprit[]).find(
    ({ event }) => event.featureName === feature && event.type === 'feature-environment-disabled',
  );
  return found!.reasons.filter(({ name }) => name === 'delivery').map(({ text }) => text);
}

test('a change that an instance could not read for a while counts from when it served it', async () => {
  const features = beside.api.as({ token: CLIENT_TOKEN });
  const late = await service.given.feature({ enabledIn: ['development'] });
  await features.get('/api/client/features').expect(200);
  const reading = jest
    .spyOn(beside.service.app.get(SnapshotReader), 'changes')
    .mockRejectedValue(new Error('It cannot read.'));
  await service.api.post(`${at(late, 'development')}/off`).expect(200);
  await new Promise((resolve) => setTimeout(resolve, CUT_OFF_MS));
  expect(await reasonsOf(late)).toEqual([]);
  reading.mockRestore();

  const [text] = await eventually(
    () => reasonsOf(late),
    (found) => found.length > 0,
  );
  expect(text).toMatch(/^An instance that was cut off served it only 1\d seconds later, \d/);

  // Changes that were not late stay without it.
  const prompt = await service.given.feature({ enabledIn: ['development'] });
  await service.api.post(`${at(prompt, 'development')}/off`).expect(200);
  await features.get('/api/client/features').expect(200);
  expect(await reasonsOf(prompt)).toEqual([]);
  expect(await service.sql('SELECT FROM late_serving')).toHaveLength(1);
});
