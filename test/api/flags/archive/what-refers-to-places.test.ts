import { give, MEMBER, rolesIn, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { later } from '../../../support/schedule-scene.js';
import { TestService } from '../../../support/service.js';
import { latestEvent, undo } from '../../../support/undoing.js';
import { EXPORT, IMPORT } from '../../exchange/transfer/files.js';

// An environment, a project or a tag type is deleted while something refers to it that is archived,
// moved, cloned, imported, planned or undone, and another one of its name is made. What comes back
// afterwards reaches nobody in the new one.

const ADMIN = '/api/admin';
const PROJECTS = `${ADMIN}/projects`;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const statusOf = async (call: PromiseLike<{ status: number }>): Promise<number> =>
  (await call).status;
const undone = async (event: number): Promise<number> => statusOf(undo(service, event));
const newestEvent = async (): Promise<number> =>
  Number((await service.sql<{ id: string }>('SELECT max(id) AS id FROM event'))[0]!.id);

/** A project with an environment of its own, in which a feature is on with a strategy. */
class Place {
  private constructor(
    readonly project: string,
    readonly environment: string,
    readonly feature: string,
  ) {}

  static async create(): Promise<Place> {
    const environment = await service.given.environment();
    const project = await service.given.project({ environments: ['development', environment] });
    const place = new Place(project, environment, unique());
    await service.api.post(`${PROJECTS}/${project}/features`, { name: place.feature }).expect(201);
    await service.api.post(place.strategies, { name: 'default' }).expect(200);
    await service.api.post(`${place.inside}/on`).expect(200);
    return place;
  }

  get path(): string {
    return `${PROJECTS}/${this.project}/features/${this.feature}`;
  }
  get inside(): string {
    return `${this.path}/environments/${this.environment}`;
  }
  get strategies(): string {
    return `${this.inside}/strategies`;
  }

  async deleteEnvironment(): Promise<void> {
    await service.api.delete(`${ADMIN}/environments/${this.environment}`).expect(200);
  }

  /** Deletes the environment, and gives the project another one of its name. */
  async replaceEnvironment(): Promise<void> {
    await this.deleteEnvironment();
    await service.given.environment({ name: this.environment });
    const { environment } = this;
    await service.api.post(`${PROJECTS}/${this.project}/environments`, { environment }).expect(200);
  }

  async isOn(): Promise<boolean> {
    return (await service.api.get(this.inside).expect(200)).body.enabled as boolean;
  }

  /** Deletes the project with its feature, and makes another one of its id. */
  async replaceProject(): Promise<void> {
    await service.api.delete(this.path).expect(202);
    await this.replaceEmptyProject();
  }

  async replaceEmptyProject(): Promise<void> {
    await service.api.delete(`${PROJECTS}/${this.project}`).expect(200);
    await service.given.project({ id: this.project, mode: 'private' });
  }
}

describe('a new environment', () => {
  test.each([
    ['reviving a feature', 'revive', 200],
    ['undoing that a feature was archived', 'undo', 200],
  ])('is off after %s that was on in the old one', async (_, way, status) => {
    const place = await Place.create();
    await service.api.delete(place.path).expect(202);
    const archived = await latestEvent(service, 'feature-archived');
    await place.replaceEnvironment();
    const came =
      way === 'undo'
        ? await undone(archived)
        : await statusOf(service.api.post(`${ADMIN}/archive/revive/${place.feature}`));
    expect(came).toBe(status);
    expect(await place.isOn()).toBe(false);
    expect((await service.api.get(place.strategies).expect(200)).body).toEqual([]);
  });

  test.each([
    ['turning off', (place: Place) => service.api.post(`${place.inside}/off`)],
    [
      'removing a strategy',
      async (place: Place) => {
        const { body } = await service.api.get(place.strategies).expect(200);
        return service.api.delete(`${place.strategies}/${body[0].id}`);
      },
    ],
    [
      'removing the environment from the project',
      (place: Place) =>
        service.api.delete(`${PROJECTS}/${place.project}/environments/${place.environment}`),
    ],
  ])('does not get back what %s took from the old one', async (_, take) => {
    const place = await Place.create();
    expect((await take(place)).status).toBe(200);
    const taken = await newestEvent();
    await place.replaceEnvironment();
    expect(await undone(taken)).toBe(409);
    expect(await place.isOn()).toBe(false);
    expect((await service.api.get(place.strategies).expect(200)).body).toEqual([]);
  });

  test('has no schedules and change requests of the old one', async () => {
    const place = await Place.create();
    await service.api.post(`${place.inside}/off`).expect(200);
    const { body: schedule } = await service.api
      .post(`${place.inside}/schedule`, { action: 'on', at: later() })
      .expect(201);
    const inProject = `${PROJECTS}/${place.project}`;
    const changes = `${inProject}/environments/${place.environment}/change-requests`;
    await service.api
      .put(`${changes}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
      .expect(204);
    const { feature } = place;
    const { body: proposed } = await service.api
      .post(changes, { action: 'updateEnabled', feature, payload: { enabled: true } })
      .expect(200);
    await service.api.put(`${changes}/config`, { changeRequestsEnabled: false }).expect(204);
    await place.replaceEnvironment();
    await service.api.get(`${inProject}/schedules/${schedule.id}`).expect(404);
    await service.api.get(`${inProject}/change-requests/${proposed.id}`).expect(404);
  });
});

test('a deleted environment is neither imported into nor cloned', async () => {
  const place = await Place.create();
  const { project, environment, feature } = place;
  const { body: data } = await service.api
    .post(EXPORT, { features: [feature], environment })
    .expect(200);
  await place.deleteEnvironment();
  await service.api.post(IMPORT, { project, environment, data }).expect(400);
  const clone = { name: unique('clone'), type: 'test', projects: [project] };
  await service.api.post(`${ADMIN}/environments/${environment}/clone`, clone).expect(404);
});

describe('a new project', () => {
  test('gets no feature back that was moved out of the old one', async () => {
    const place = await Place.create();
    const other = await service.given.project({
      environments: ['development', place.environment],
    });
    await service.api.post(`${place.path}/changeProject`, { newProjectId: other }).expect(200);
    const moved = await latestEvent(service, 'feature-project-change');
    await place.replaceEmptyProject();
    expect(await undone(moved)).toBe(403);
    await service.api.get(`${PROJECTS}/${other}/features/${place.feature}`).expect(200);
  });

  test('gets no roles, settings, segments and context fields of the old one back', async () => {
    const place = await Place.create();
    const path = `${PROJECTS}/${place.project}`;
    const events: Record<string, number> = {};
    const member = await somebody(service);
    await give(service, place.project, [MEMBER], { users: [member.id] });
    await service.api.delete(rolesIn(place.project, 'users', member.id)).expect(200);
    events['role'] = await newestEvent();
    await service.api.put(`${path}/settings`, { mode: 'protected' }).expect(200);
    events['mode'] = await newestEvent();
    const { body: segment } = await service.api
      .post(`${ADMIN}/segments`, { ...named('segment'), constraints: [], project: place.project })
      .expect(201);
    await service.api.delete(`${ADMIN}/segments/${segment.id}`).expect(204);
    events['segment'] = await newestEvent();
    const field = named('field');
    await service.api.post(`${path}/context`, field).expect(201);
    await service.api.delete(`${path}/context/${field.name}`).expect(200);
    events['field'] = await newestEvent();
    await place.replaceProject();
    for (const [what, event] of Object.entries(events))
      expect([what, await undone(event)]).toEqual([what, 409]);
    const { body } = await service.api.get(`${path}/overview`).expect(200);
    expect(body.mode).toBe('private');
    await member.api.get(`${path}/overview`).expect(404);
  });

  test('is not imported into, and has nothing planned, while it is deleted', async () => {
    const place = await Place.create();
    const { project, environment, feature } = place;
    const { body: data } = await service.api
      .post(EXPORT, { features: [feature], environment })
      .expect(200);
    const { body: schedule } = await service.api
      .post(`${place.inside}/schedule`, { action: 'off', at: later() })
      .expect(201);
    await service.api.delete(place.path).expect(202);
    await service.api.delete(`${PROJECTS}/${project}`).expect(200);
    await service.api.post(IMPORT, { project, environment, data }).expect(400);
    const clone = { name: unique('clone'), type: 'test', projects: [project] };
    await service.api.post(`${ADMIN}/environments/${environment}/clone`, clone).expect(404);
    await service.given.project({ id: project });
    await service.api.get(`${PROJECTS}/${project}/schedules/${schedule.id}`).expect(404);
    await service.api.get(place.path).expect(404);
  });
});

const named = (prefix: string): { name: string } => ({ name: unique(prefix) });

test('a new tag type has no values of the old one, and a feature gets none back', async () => {
  const { name: type } = named('type');
  const tagType = { name: type, description: '', icon: '' };
  await service.api.post(`${ADMIN}/tag-types`, tagType).expect(201);
  const hidden = await service.given.project({ mode: 'private' });
  const feature = named('feature');
  const tags = `${ADMIN}/features/${feature.name}/tags`;
  await service.api.post(`${PROJECTS}/${hidden}/features`, feature).expect(201);
  await service.api.post(tags, { type, value: 'hush hush' }).expect(201);
  await service.api.delete(`${tags}/${type}/hush%20hush`).expect(200);
  const untagged = await latestEvent(service, 'feature-untagged');
  await service.api.post(tags, { type, value: 'hush more' }).expect(201);
  await service.api.delete(`${PROJECTS}/${hidden}/features/${feature.name}`).expect(202);
  await service.api.delete(`${ADMIN}/tag-types/${type}`).expect(200);
  expect(await undone(untagged)).toBe(409);
  await service.api.post(`${ADMIN}/tag-types`, tagType).expect(201);
  await service.api.post(`${ADMIN}/archive/revive/${feature.name}`).expect(200);
  const viewer = await somebody(service);
  for (const { api } of [viewer, service])
    expect((await api.get(`${ADMIN}/tags/${type}`).expect(200)).body.tags).toEqual([]);
  // Undone with the type that is there again, it stays private.
  await undo(service, untagged);
  expect((await viewer.api.get(`${ADMIN}/tags/${type}`).expect(200)).body.tags).toEqual([]);
});
