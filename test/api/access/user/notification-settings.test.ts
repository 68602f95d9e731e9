import { NOTIFICATIONS } from '../../../../src/access/people/preference/preference.dto.js';
import type { Api } from '../../../support/api.js';
import { person, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const UNTOUCHED = {
  ...{ muted: [], seenUntil: null, mailed: [], mailRhythm: 'daily', canBeMailed: false },
  kinds: Object.entries(NOTIFICATIONS).map(([kind, { events }]) => ({ kind, events })),
};
const SETTINGS = '/api/admin/user/notification-settings';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = await signedIn(service, (await person(service)).username);
});
afterAll(() => service.stop());

const read = async (by = api): Promise<unknown> => (await by.get(SETTINGS).expect(200)).body;

test('each part of the settings is changed by itself, for the caller alone', async () => {
  expect(await read()).toEqual(UNTOUCHED);
  const seenUntil = '2026-01-31T12:00:00.000Z';
  await api.put(SETTINGS, { seenUntil }).expect(200);
  await api.put(SETTINGS, { muted: ['stale', 'token', 'stale'] }).expect(200);
  expect(await read()).toEqual({ ...UNTOUCHED, muted: ['stale', 'token'], seenUntil });
  await api.put(SETTINGS, { muted: [] }).expect(200);
  expect(await read()).toEqual({ ...UNTOUCHED, seenUntil });
  await api.put(SETTINGS, { mailed: ['review'], mailRhythm: 'weekly' }).expect(200);
  const mails = { mailed: ['review'], mailRhythm: 'weekly' };
  expect(await read()).toEqual({ ...UNTOUCHED, ...mails, seenUntil });

  const other = await signedIn(service, (await person(service)).username);
  expect(await read(other)).toEqual(UNTOUCHED);
});

test('unknown notifications are refused, and admin tokens have no settings', async () => {
  await api.put(SETTINGS, { muted: ['weather'] }).expect(400);
  await api.put(SETTINGS, { seenUntil: 'yesterday' }).expect(400);
  await api.put(SETTINGS, { mailed: ['weather'] }).expect(400);
  await api.put(SETTINGS, { mailRhythm: 'hourly' }).expect(400);
  await service.api.put(SETTINGS, { muted: [] }).expect(403);
  expect(await read(service.api)).toEqual(UNTOUCHED);
});
