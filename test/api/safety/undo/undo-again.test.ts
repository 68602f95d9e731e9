import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { somebody } from '../../../support/grants.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo as undoEvent } from '../../../support/undoing.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const latest = (type: string): Promise<number> => latestEvent(service, type);
/** @returns The id of the first event of the inverse change. */
const undo = async (id: number, scope: 'event' | 'change'): Promise<number> =>
  (await undoEvent(service, id, `?scope=${scope}`).expect(200)).body.events[0].id as number;
const archived = async (): Promise<string> => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.api.delete(`${FEATURES}/${feature}`).expect(202);
  return feature;
};
const isOn = async (feature: string): Promise<boolean> =>
  (await service.api.get(at(feature, 'production')).expect(200)).body.enabled as boolean;

describe('undoing an archiving turns the feature on where it was on', () => {
  test('also after it was undone and done again', async () => {
    const feature = await archived();
    for (let round = 0; round < 3; round++) {
      const revived = await undo(await latest('feature-archived'), 'event');
      expect(await isOn(feature)).toBe(true);
      await undo(revived, 'change');
      await service.api.get(at(feature)).expect(404);
    }
  });

  test('also after a revival that turned it off was undone', async () => {
    const feature = await archived();
    const first = await latest('feature-archived');
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    await undo(await latest('feature-revived'), 'event');
    await undo(first, 'event');
    expect(await isOn(feature)).toBe(true);
  });

  test('but not where it was off when it was archived', async () => {
    const feature = await archived();
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    await undo(await latest('feature-revived'), 'event');
    await undo(await latest('feature-archived'), 'event');
    expect(await isOn(feature)).toBe(false);
  });
});

test('undoing the deletion of a tag of a private project shows it only to who sees the project', async () => {
  const project = await service.given.project();
  const feature = unique('feature');
  await service.api.post(`/api/admin/projects/${project}/features`, { name: feature }).expect(201);
  const settings = { name: project, mode: 'private' };
  await service.api.put(`/api/admin/projects/${project}`, settings).expect(200);
  const value = unique('secret');
  const tags = `/api/admin/features/${feature}/tags`;
  await service.api.post(tags, { type: 'simple', value }).expect(201);
  await service.api.delete(`${tags}/simple/${value}`).expect(200);
  const editor = await somebody(service, 'Editor');
  const seenBy = async (api: typeof service.api): Promise<boolean> =>
    JSON.stringify((await api.get('/api/admin/tags').expect(200)).body).includes(value);
  for (let round = 0; round < 2; round++) {
    await service.api.delete(`/api/admin/tags/simple/${value}`).expect(200);
    const restored = await undo(await latest('tag-deleted'), 'event');
    expect([await seenBy(service.api), await seenBy(editor.api)]).toEqual([true, false]);
    expect(await service.sql('SELECT project FROM event WHERE id = $1', [restored])).toEqual([
      { project },
    ]);
    await undo(restored, 'event');
    expect(await seenBy(service.api)).toBe(false);
    await undo(await latest('tag-deleted'), 'event');
    expect([await seenBy(service.api), await seenBy(editor.api)]).toEqual([true, false]);
  }
});
