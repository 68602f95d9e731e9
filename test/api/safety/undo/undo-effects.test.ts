import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { at as inProject, GuardScene, offOf } from '../../../support/guard-scene.js';
import { person, signedIn } from '../../../support/people.js';
import { forgetConfirmation } from '../../../support/second-factor.js';
import { untilSealed } from '../../../support/sealing.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo as undoEvent } from '../../../support/undoing.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const latest = (type: string): Promise<number> => latestEvent(service, type);
const undo = (id: number, query = '') => undoEvent(service, id, query);

test('former states are rebuilt across undone changes', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const parent = await service.given.feature();
  const strategies = `${at(feature, 'production')}/strategies`;
  const path = `${FEATURES}/${feature}`;
  const added = await service.api
    .post(strategies, { name: 'default', title: 'Second' })
    .expect(200);
  await service.api.post(`${path}/dependencies`, { feature: parent }).expect(200);
  const changes: [string, () => PromiseLike<unknown>][] = [
    ['feature-strategy-remove', () => service.api.delete(`${strategies}/${added.body.id}`)],
    [
      'strategy-order-changed',
      () =>
        service.api.post(`${strategies}/set-sort-order`, [{ id: added.body.id, sortOrder: -1 }]),
    ],
    ['feature-dependencies-removed', () => service.api.delete(`${path}/dependencies`)],
    ['feature-environment-disabled', () => service.api.post(`${at(feature, 'production')}/off`)],
    [
      'feature-tagged',
      () =>
        service.api.post(`/api/admin/features/${feature}/tags`, {
          type: 'simple',
          value: 'undone',
        }),
    ],
    ['feature-metadata-updated', () => service.api.put(path, { type: 'kill-switch', stale: true })],
    ['feature-archived', () => service.api.delete(path)],
  ];
  const moments: { moment: string; live: unknown }[] = [];
  const note = async (): Promise<void> => {
    const [row] = await service.sql<{ now: string }>(
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
         AS now`,
    );
    moments.push({ moment: row!.now, live: await shown('') });
  };
  const shown = async (query: string): Promise<unknown> => {
    const { status, body } = await service.api.get(`${path}${query}`);
    return status === 404 ? null : { ...body, lifecycle: null, collaborators: null };
  };
  for (const [type, change] of changes) {
    await note();
    await change();
    await note();
    await undo(await latest(type), '?scope=change').expect(200);
  }
  await note();
  for (const { moment, live } of moments)
    expect(await shown(`?asOf=${encodeURIComponent(moment)}`)).toEqual(live);
});

test('the audit log proves the event of an undo, and tells of it', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const event = await latest('feature-environment-enabled');
  const { body } = await undo(event).expect(200);
  await untilSealed(service);
  const inverse = body.events[0].id as number;
  const proof = await service.api.get(`/api/admin/events/${inverse}/proof`).expect(200);
  expect(proof.body.event).toMatchObject({ id: inverse, undoes: event });
  const found = await service.api
    .get(`/api/admin/search/events?feature=IS:${feature}&limit=1`)
    .expect(200);
  expect(found.body.events[0].summary).toMatch(new RegExp(`, which undid event ${event}\\.$`));
});

test('a guard does not look at undoing', async () => {
  const scene = new GuardScene(service);
  const project = await scene.project('block');
  const feature = await scene.feature(project, []);
  await service.api.delete(inProject(project, feature)).expect(202);
  await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
  const revived = await latest('feature-revived');
  await scene.evaluated(feature);
  await service.api.delete(inProject(project, feature)).expect(409);
  await undo(revived).expect(200);
  await service.api.get(inProject(project, feature)).expect(404);
  const parent = await scene.feature(project);
  const turnedOn = await latest('feature-environment-enabled');
  await scene.depend(project, await scene.feature(project), parent).expect(200);
  await service.api.post(offOf(project, parent)).expect(409);
  await undo(turnedOn).expect(200);
  expect(await scene.isOn(project, parent)).toBe(false);
});

test('a session confirms what the inverse operation has to confirm', async () => {
  const project = await service.given.project();
  const feature = unique();
  const path = `/api/admin/projects/${project}/features`;
  await service.api.post(path, { name: feature }).expect(201);
  const place = `${path}/${feature}/environments/production`;
  await service.api.post(`${place}/on`).expect(200);
  await service.api.post(`${place}/off`).expect(200);
  const turnedOff = await latest('feature-environment-disabled');
  await service.api
    .put(`/api/admin/projects/${project}/confirmation`, { inProduction: 'on' })
    .expect(200);
  const someone = await person(service, { rootRole: 'Editor' });
  const editor = await signedIn(service, someone.username);
  await forgetConfirmation(service, someone.id);
  const { body } = await editor.post(`/api/admin/events/${turnedOff}/undo`).expect(403);
  expect(body).toMatchObject({ name: 'ConfirmationRequired' });
  await undo(turnedOff).expect(200);
});
