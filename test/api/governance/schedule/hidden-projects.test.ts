import { give, MEMBER, type SignedIn, somebody } from '../../../support/access.js';
import { later, ScheduleScene } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';

const UNKNOWN = 999_999;

let service: TestService;
let hidden: ScheduleScene;
let open: ScheduleScene;
let stranger: SignedIn;
let feature: string;
let id: number;
beforeAll(async () => {
  service = await TestService.start();
  [hidden, open] = [await ScheduleScene.create(service), await ScheduleScene.create(service)];
  feature = await hidden.feature({ on: true });
  id = await hidden.given(feature, { action: 'off' });
  stranger = await somebody(service, 'Editor');
  await give(service, open.project, [MEMBER], { users: [stranger.id] });
  await service.api
    .put(`/api/admin/projects/${hidden.project}/settings`, { mode: 'private' })
    .expect(200);
});
afterAll(() => service.stop());

const newSchedule = { action: 'off', at: later() };

test.each([
  ['get', 'the schedules of a project', '/schedules', undefined],
  ['get', 'a schedule', '/schedules/ID', undefined],
  ['put', 'changing a schedule', '/schedules/ID', newSchedule],
  ['delete', 'cancelling a schedule', '/schedules/ID', undefined],
  ['get', 'the schedules of a feature', '/features/NAME/schedules', undefined],
  ['get', 'those in an environment', '/features/NAME/environments/production/schedule', undefined],
  ['post', 'scheduling', '/features/NAME/environments/production/schedule', newSchedule],
] as const)(
  '%s: %s of a hidden project is as if it did not exist',
  async (method, _, path, body) => {
    const send = (project: string, name: string, schedule: number) => {
      const place = path.replace('NAME', name).replace('ID', String(schedule));
      return stranger.api[method](`/api/admin/projects/${project}${place}`, body);
    };
    const before = await hidden.get(id);
    const own = await send(hidden.project, feature, id);
    const absent = await send('no-such-project', 'no-such-feature', UNKNOWN);
    expect(own.status).toBe(absent.status);
    expect(own.status).toBeGreaterThanOrEqual(400);
    const replaced = own.text
      .replaceAll(hidden.project, 'no-such-project')
      .replaceAll(feature, 'no-such-feature')
      .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), String(UNKNOWN));
    const withoutId = (text: string): object => ({ ...(JSON.parse(text) as object), id: '' });
    expect(withoutId(replaced)).toEqual(withoutId(absent.text));
    expect(await hidden.get(id)).toEqual(before);
  },
);

test('a schedule of a hidden project is not found through another project', async () => {
  const path = `/api/admin/projects/${open.project}/schedules/${id}`;
  await stranger.api.get(path).expect(404);
  await stranger.api.delete(path).expect(404);
});

test('the calendar contains nothing of hidden projects', async () => {
  const shown = await open.given(await open.feature(), { action: 'off' });
  const ids = async (api = stranger.api) => {
    const { body } = await api.get('/api/admin/schedules').expect(200);
    expect(body.total).toBe(body.schedules.length);
    return body.schedules.map((one: { id: number }) => one.id) as number[];
  };
  expect(await ids()).toEqual([shown]);
  expect((await ids(service.api)).sort()).toEqual([id, shown].sort());
});

test('events and scheduled switches of hidden projects are not searched', async () => {
  const types = async (api = stranger.api) => {
    const query = `feature=IS:${feature}`;
    const { body } = await api.get(`/api/admin/search/events?${query}`).expect(200);
    return body.events.map(({ type }: { type: string }) => type) as string[];
  };
  expect(await types()).toEqual([]);
  expect(await types(service.api)).toContain('schedule-created');
});
