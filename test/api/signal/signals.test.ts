import { give, OWNER, type SignedIn, somebody } from '../../support/access.js';
import { eventsWithoutFeature } from '../../support/events.js';
import { unique } from '../../support/given.js';
import { TestService } from '../../support/service.js';

let service: TestService;
let project: string;
let owner: SignedIn;
beforeAll(async () => {
  service = await TestService.start();
  project = await service.given.project();
  owner = await somebody(service);
  await give(service, project, [OWNER], { users: [owner.id] });
});
afterAll(() => service.stop());

const at = (feature: string, environment = 'production') =>
  `/api/admin/projects/${project}/features/${feature}/environments/${environment}`;
const path = () => `/api/admin/projects/${project}/signals`;

/** A feature that is on in both environments. */
async function feature(): Promise<string> {
  const name = unique();
  await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
  for (const environment of ['development', 'production'])
    await service.api.post(`${at(name, environment)}/on`).expect(200);
  return name;
}
const isOn = async (name: string, environment = 'production') =>
  (await service.api.get(at(name, environment)).expect(200)).body.enabled as boolean;
const targetsOf = (...features: string[]) =>
  features.map((name) => ({ feature: name, environment: 'production' }));

interface Signal {
  id: number;
  name: string;
  token: string;
}
async function signal(targets: object[], name = unique().toLowerCase()): Promise<Signal> {
  return (await owner.api.post(path(), { name, targets }).expect(201)).body as Signal;
}
const send = (name: string, token: string, payload: object = {}) =>
  service.api.as().post(`/api/signals/${name}`, payload).set('authorization', `Bearer ${token}`);

describe('creating a signal', () => {
  test('shows its token once, and records no secret', async () => {
    const name = await feature();
    const { token, id, name: called } = await signal(targetsOf(name));
    const listed = await owner.api.get(path()).expect(200);
    expect(listed.body.signals[0]).toMatchObject({ id, name: called, project, uses: 0 });
    const rows = await service.sql('SELECT s, e FROM signal s, event e');
    for (const text of [listed.text, JSON.stringify(rows)]) expect(text).not.toContain(token);
  });

  test('is refused for a name that is taken, and for what the project lacks', async () => {
    const name = await feature();
    const { name: taken } = await signal(targetsOf(name));
    await owner.api.post(path(), { name: taken, targets: targetsOf(name) }).expect(409);
    const other = { name: unique().toLowerCase() };
    await owner.api.post(path(), { ...other, targets: targetsOf('nothing') }).expect(404);
    await owner.api.post(path(), { ...other, targets: [] }).expect(400);
    await owner.api.post(path(), { name: 'Not/good', targets: targetsOf(name) }).expect(400);
  });

  test('needs the permission to turn off', async () => {
    const stranger = await somebody(service);
    const body = { name: unique().toLowerCase(), targets: targetsOf(await feature()) };
    await stranger.api.post(path(), body).expect(403);
  });
});

describe('sending a signal', () => {
  test('turns off what it is bound to, and only that, in the name of its owner', async () => {
    const [one, two, other] = [await feature(), await feature(), await feature()];
    const { id, name, token } = await signal(targetsOf(one, two));
    const { body } = await send(name, token, { alert: 'errors', more: 'x'.repeat(5_000) });
    expect(body.turnedOff).toHaveLength(2);
    expect([await isOn(one), await isOn(two), await isOn(other)]).toEqual([false, false, true]);
    expect(await isOn(one, 'development')).toBe(true);
    const { body: events } = await service.api.get(`/api/admin/events/${one}`).expect(200);
    expect(events.events[0]).toMatchObject({
      type: 'feature-environment-disabled',
      createdBy: owner.username,
      token: { type: 'signal', id: String(id), name },
    });
    const received = (await eventsWithoutFeature(service, 'signal-received')).at(-1)!;
    const data = received.data as { name: string; payload: string };
    expect(data).toMatchObject({ signalId: id, name, targets: expect.any(Array) });
    expect(data.payload).toContain('"alert":"errors"');
    expect(data.payload).toHaveLength(1_000);
  });

  test('in two environments is one change', async () => {
    const name = await feature();
    const environments = ['production', 'development'];
    const both = environments.map((environment) => ({ feature: name, environment }));
    const { name: called, token } = await signal(both);
    await send(called, token).expect(200);
    expect([await isOn(name), await isOn(name, 'development')]).toEqual([false, false]);
  });

  test('that says that the alert is over turns nothing off', async () => {
    const name = await feature();
    const { name: called, token } = await signal(targetsOf(name));
    const { body } = await send(called, token, { status: 'resolved' }).expect(200);
    expect(body).toEqual({ turnedOff: [] });
    expect(await isOn(name)).toBe(true);
  });

  test('with another token, of an unknown name or without one is refused in the same way', async () => {
    const name = await feature();
    const [one, other] = [await signal(targetsOf(name)), await signal(targetsOf(name))];
    const answers = await Promise.all([
      send(one.name, other.token),
      send(one.name, 'x'.repeat(43)),
      send('nothing', one.token),
      service.api.as().post(`/api/signals/${one.name}`, {}),
    ]);
    const seen = answers.map(({ status, body }) => ({ status, ...body, id: '' }));
    expect(seen[0]).toMatchObject({ status: 401 });
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    expect(await isOn(name)).toBe(true);
  });

  test('is refused above 60 in a minute, and after it was deleted', async () => {
    const { id, name, token } = await signal(targetsOf(await feature()));
    for (let n = 0; n < 60; n++) await send(name, token, { status: 'resolved' }).expect(200);
    await send(name, token, { status: 'resolved' }).expect(429);
    await owner.api.delete(`${path()}/${id}`).expect(204);
    await send(name, token).expect(401);
  });

  test('turns nothing off when its owner may not do so any more', async () => {
    const person = await somebody(service);
    await give(service, project, [OWNER], { users: [person.id] });
    const name = await feature();
    const body = { name: unique().toLowerCase(), targets: targetsOf(name) };
    const { token } = (await person.api.post(path(), body).expect(201)).body as Signal;
    await service.sql('DELETE FROM project_user_role WHERE user_id = $1', [person.id]);
    await send(body.name, token).expect(403);
    expect(await isOn(name)).toBe(true);
  });
});
