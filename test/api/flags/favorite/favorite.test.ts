import type { Api } from '../../../support/api.js';
import { at } from '../../../support/api.js';
import { eventsOf, eventTypesOf } from '../../../support/events.js';
import { ADMIN_PASSWORD, TestService } from '../../../support/service.js';

const PROJECT = '/api/admin/projects/default/favorites';
const favorites = (feature: string): string => `${at(feature)}/favorites`;

let service: TestService;
let admin: Api;
beforeAll(async () => {
  service = await TestService.start();
  const { headers } = await service.api
    .as()
    .post('/auth/simple/login', { username: 'admin', password: ADMIN_PASSWORD })
    .expect(200);
  admin = service.api.as({ cookie: headers['set-cookie']![0]!.split(';')[0] });
});
afterAll(() => service.stop());

const isFavorite = async (feature: string, api: Api = admin): Promise<boolean> =>
  (await api.get(at(feature)).expect(200)).body.favorite;

test('a favorite feature is one for its user alone, and recorded once', async () => {
  const feature = await service.given.feature();
  expect((await admin.post(favorites(feature)).expect(200)).text).toBe('');
  await admin.post(favorites(feature)).expect(200);
  expect(await isFavorite(feature)).toBe(true);
  expect(await isFavorite(feature, service.api)).toBe(false);
  expect((await eventsOf(service, feature)).slice(1)).toEqual([
    {
      type: 'feature-favorited',
      project: null,
      environment: null,
      createdBy: 'admin',
      featureName: feature,
      data: { feature },
      preData: null,
      tags: [],
    },
  ]);
});

test('a feature that is no favorite any more is recorded once', async () => {
  const feature = await service.given.feature();
  await admin.post(favorites(feature)).expect(200);
  await admin.delete(favorites(feature)).expect(200);
  await admin.delete(favorites(feature)).expect(200);
  expect(await isFavorite(feature)).toBe(false);
  expect(await eventTypesOf(service, feature)).toEqual([
    'feature-created',
    'feature-favorited',
    'feature-unfavorited',
  ]);
});

test('many calls at once make one favorite', async () => {
  const feature = await service.given.feature();
  await Promise.all(Array.from({ length: 8 }, () => admin.post(favorites(feature)).expect(200)));
  expect(await eventTypesOf(service, feature)).toEqual(['feature-created', 'feature-favorited']);
});

test('any content type will do, and none', async () => {
  const feature = await service.given.feature();
  await admin
    .post(favorites(feature))
    .set('content-type', 'text/plain')
    .send('whatever')
    .expect(200);
  await admin.delete(favorites(feature)).set('content-type', 'application/xml').expect(200);
  await admin.post(PROJECT).set('content-type', 'text/plain').send('whatever').expect(200);
  await admin.delete(PROJECT).expect(200);
});

test('a project becomes a favorite and stops being one, each recorded once', async () => {
  const ofProject = () =>
    service.sql(
      `SELECT type, project, data FROM event WHERE type LIKE 'project-%favorited' ORDER BY id`,
    );
  await service.sql(`DELETE FROM event WHERE type LIKE 'project-%favorited'`);
  await admin.post(PROJECT).expect(200);
  await admin.post(PROJECT).expect(200);
  expect(await service.sql('SELECT project FROM favorite_project')).toEqual([
    { project: 'default' },
  ]);
  await admin.delete(PROJECT).expect(200);
  await admin.delete(PROJECT).expect(200);
  expect(await service.sql('SELECT project FROM favorite_project')).toEqual([]);
  expect(await ofProject()).toEqual([
    { type: 'project-favorited', project: 'default', data: { project: 'default' } },
    { type: 'project-unfavorited', project: 'default', data: { project: 'default' } },
  ]);
});

test('unknown features and projects cannot be favorites', async () => {
  const feature = await service.given.feature();
  for (const path of [
    favorites('no-such-feature'),
    `/api/admin/projects/nowhere/features/${feature}/favorites`,
    '/api/admin/projects/nowhere/favorites',
  ]) {
    await admin.post(path).expect(404);
    await admin.delete(path).expect(404);
  }
  expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
});

test('an admin token has no favorites', async () => {
  const feature = await service.given.feature();
  for (const path of [favorites(feature), PROJECT]) {
    expect((await service.api.post(path).expect(403)).body.name).toBe('ForbiddenError');
    expect((await service.api.delete(path).expect(403)).body.name).toBe('ForbiddenError');
  }
  expect(await eventTypesOf(service, feature)).toEqual(['feature-created']);
});
