import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import {
  ACCOUNTS,
  give,
  group,
  GROUPS,
  MEMBER,
  role,
  ROLES,
  serviceAccount,
  somebody,
} from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { EmergencyLinkScene } from '../../../support/emergency-link-scene.js';
import { unique } from '../../../support/given.js';
import { person, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';
import { SignalScene } from '../../../support/signal-scene.js';
import { latestEvent, undo } from '../../../support/undoing.js';

// Things keep the names of what is deleted, or lose what refers to it. Something new of the name
// gets nothing of that: nobody sees or does more than they were given for the new one.

const ADMIN = '/api/admin';
const ADDONS = `${ADMIN}/addons`;
const CREDENTIALS = `${ADMIN}/federated-credentials`;
const TOKENS = `${ADMIN}/user/tokens`;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

type Kind = 'projects' | 'environments';

/** Something that is deleted, after which another one of its name is made. */
interface Place {
  readonly name: string;
  /** Another one, which stays. */
  readonly other: string;
  readonly again: () => Promise<unknown>;
}

const PLACES: Record<Kind, () => Promise<Place>> = {
  projects: async () => {
    const [name, other] = [await service.given.project(), await service.given.project()];
    const again = async (): Promise<unknown> => {
      await service.api.delete(`${ADMIN}/projects/${name}`).expect(200);
      return service.given.project({ id: name, mode: 'private' });
    };
    return { name, other, again };
  },
  environments: async () => {
    const [name, other] = [await service.given.environment(), await service.given.environment()];
    const again = async (): Promise<unknown> => {
      await service.api.delete(`${ADMIN}/environments/${name}`).expect(200);
      return service.given.environment({ name });
    };
    return { name, other, again };
  },
};

async function addon(kind: Kind, names: string[]): Promise<() => Promise<Record<string, unknown>>> {
  const { body } = await service.api
    .post(ADDONS, {
      ...{ provider: 'webhook', enabled: true, events: ['feature-created'] },
      ...{ parameters: { url: 'https://example.com/hook' }, [kind]: names },
    })
    .expect(201);
  return async () => (await service.api.get(`${ADDONS}/${body.id}`).expect(200)).body;
}

async function personalToken(api: Api, kind: Kind, names: string[]): Promise<Api> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await api
    .post(TOKENS, { description: unique(), expiresAt, scope: { [kind]: names } })
    .expect(201);
  return service.api.as({ token: body.secret as string });
}

async function credential(kind: Kind, names: string[]): Promise<() => Promise<unknown>> {
  const { id } = await serviceAccount(service);
  const name = unique('pipeline');
  await service.api
    .post(CREDENTIALS, {
      ...{ name, serviceAccountId: id, audience: 'flags', scope: { [kind]: names } },
      ...{ issuer: 'https://issuer.example.com', subject: 'repo:acme/shop:ref:refs/heads/main' },
    })
    .expect(201);
  return async () => {
    const { body } = await service.api.get(CREDENTIALS).expect(200);
    const found = (
      body.federatedCredentials as { name: string; scope: Record<Kind, unknown> }[]
    ).find((one) => one.name === name);
    return found?.scope[kind];
  };
}

describe.each(['projects', 'environments'] as const)('of new %s with former names,', (kind) => {
  let place: Place;
  beforeEach(async () => {
    place = await PLACES[kind]();
  });

  test('an integration that named the old one sends nothing', async () => {
    const [only, several] = [
      await addon(kind, [place.name]),
      await addon(kind, [place.name, place.other]),
    ];
    await place.again();
    expect(await only()).toMatchObject({ enabled: false, [kind]: [place.name] });
    expect(await several()).toMatchObject({ enabled: true, [kind]: [place.other] });
    const { body } = await service.api.get(`${ADMIN}/search/events?limit=20`).expect(200);
    const types = (body.events as { type: string }[]).map(({ type }) => type);
    expect(types.filter((type) => type === 'addon-config-updated')).toHaveLength(2);
  });

  test('a personal token that was limited to the old one can do nothing', async () => {
    const { username } = await person(service, { rootRole: 'Admin' });
    const admin = await signedIn(service, username);
    const only = await personalToken(admin, kind, [place.name]);
    const several = await personalToken(admin, kind, [place.name, place.other]);
    await only.get(`${ADMIN}/user`).expect(200);
    await place.again();
    await only.get(`${ADMIN}/user`).expect(401);
    await several.get(`${ADMIN}/user`).expect(200);
    const { body } = await admin.get(TOKENS).expect(200);
    expect((body.pats as { scope: object }[]).map(({ scope }) => scope)).toEqual([
      expect.objectContaining({ [kind]: [place.other] }),
    ]);
  });

  test('a federated credential that was limited to the old one is gone', async () => {
    const [only, several] = [
      await credential(kind, [place.name]),
      await credential(kind, [place.name, place.other]),
    ];
    await place.again();
    expect(await only()).toBeUndefined();
    expect(await several()).toEqual([place.other]);
  });
});

test('a token of SDKs is not valid in a new project or environment', async () => {
  const made = async (token: object): Promise<Api> => {
    const { body } = await service.api
      .post(`${ADMIN}/api-tokens`, { tokenName: unique(), type: 'client', ...token })
      .expect(201);
    return service.api.as({ token: body.secret as string });
  };
  const [project, environment] = [await PLACES.projects(), await PLACES.environments()];
  const development = { environment: 'development' };
  const ofProject = await made({ ...development, projects: [project.name] });
  const ofBoth = await made({ ...development, projects: [project.name, project.other] });
  const ofEnvironment = await made({ environment: environment.name });
  await project.again();
  await environment.again();
  const feature = { name: unique() };
  await service.api.post(`${ADMIN}/projects/${project.name}/features`, feature).expect(201);
  await ofProject.get('/api/client/features').expect(401);
  await ofEnvironment.get('/api/client/features').expect(401);
  const { body } = await ofBoth.get('/api/client/features').expect(200);
  expect(JSON.stringify(body)).not.toContain(feature.name);
});

test('nobody has a role in a new project, or a permission in a new environment', async () => {
  const [project, environment] = [await PLACES.projects(), await PLACES.environments()];
  const [{ id, api }, outside] = [await somebody(service), await service.given.project()];
  const limited = { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: environment.name };
  const custom = await role(service, 'custom', limited, 'UPDATE_FEATURE');
  await give(service, project.name, [MEMBER], { users: [id] });
  await api.post(`${ADMIN}/projects/${project.name}/favorites`).expect(200);
  await give(service, outside, [custom], { users: [id] });
  await project.again();
  await environment.again();
  await api.get(`${ADMIN}/projects/${project.name}/overview`).expect(404);
  expect((await api.get(`${ADMIN}/projects`).expect(200)).text).not.toContain(project.name);
  const { body } = await service.api.get(`${ROLES}/${custom}`).expect(200);
  expect(body.permissions.map(({ name }: { name: string }) => name)).toEqual(['UPDATE_FEATURE']);
});

test('the id of a deleted private project is not used again, since it would show its history', async () => {
  const id = await service.given.project({ mode: 'private' });
  await service.api.delete(`${ADMIN}/projects/${id}`).expect(200);
  for (const mode of ['open', 'private']) {
    const { body } = await service.api
      .post(`${ADMIN}/projects`, { id, name: 'Again', mode })
      .expect(409);
    expect(body.message).toContain('belonged to a private project');
  }
  const editor = await somebody(service, 'Editor');
  const { body } = await editor.api.post(`${ADMIN}/projects`, { id, name: 'Again' }).expect(409);
  expect(body.message).toBe(`A project with the id "${id}" already exists.`);
  const { body: derived } = await service.api.post(`${ADMIN}/projects`, { name: id }).expect(201);
  expect(derived.id).toBe(`${id}-2`);
});

describe('of a new feature with the name of a deleted one:', () => {
  /** Deletes a feature for good, and makes another one that is on in production. */
  async function replaced(project: string, name: string): Promise<void> {
    const features = `${ADMIN}/projects/${project}/features`;
    await service.api.delete(`${features}/${name}`).expect(202);
    await service.api.delete(`${ADMIN}/archive/${name}`).expect(200);
    await service.api.post(features, { name }).expect(201);
    await service.api.post(`${features}/${name}/environments/production/on`).expect(200);
  }

  test('the emergency link and the signal of the old one turn nothing off', async () => {
    const links = await EmergencyLinkScene.create(service);
    const linked = await links.feature();
    const link = await links.link({ feature: linked });
    await replaced(links.project, linked);
    await links.use(link.path).expect(404);
    expect(await links.isOn(linked)).toBe(true);

    const signals = await SignalScene.create(service);
    const feature = await signals.feature();
    const signal = await signals.signal([feature]);
    await replaced(signals.project, feature);
    await signals.send(signal);
    expect(await signals.isOn(feature)).toBe(true);
  });

  test('a change of the old one is not undone', async () => {
    const project = await service.given.project();
    const name = unique();
    const features = `${ADMIN}/projects/${project}/features`;
    await service.api.post(features, { name }).expect(201);
    const production = `${features}/${name}/environments/production`;
    await service.api.post(`${production}/on`).expect(200);
    await service.api.post(`${production}/off`).expect(200);
    const off = await latestEvent(service, 'feature-environment-disabled');
    await replaced(project, name);
    await service.api.post(`${production}/off`).expect(200);
    await undo(service, off).expect(409);
    expect((await service.api.get(production).expect(200)).body.enabled).toBe(false);
  });

  test('usage and applications of the old one, which was private, are not shown', async () => {
    const hidden = await service.given.project({ mode: 'private' });
    const name = unique();
    await service.api.post(`${ADMIN}/projects/${hidden}/features`, { name }).expect(201);
    const { body: token } = await service.api
      .post(`${ADMIN}/api-tokens`, {
        ...{ tokenName: unique(), type: 'client', environment: 'development', projects: [hidden] },
      })
      .expect(201);
    const appName = unique('app');
    const now = new Date().toISOString();
    const toggles = { [name]: { yes: 7, no: 0 } };
    await service.api
      .as({ token: token.secret })
      .post('/api/client/metrics', { appName, bucket: { start: now, stop: now, toggles } })
      .expect(202);
    await service.service.app.get(UsageWriter).write();
    await service.api.delete(`${ADMIN}/projects/${hidden}/features/${name}`).expect(202);
    await service.api.delete(`${ADMIN}/archive/${name}`).expect(200);
    await service.given.feature({ name });
    const viewer = await somebody(service);
    const metrics = `${ADMIN}/client-metrics/features/${name}`;
    const { body: raw } = await viewer.api.get(`${metrics}/raw`).expect(200);
    expect(raw.data).toEqual([]);
    const { body: usage } = await viewer.api.get(metrics).expect(200);
    expect(usage).toMatchObject({ lastHourUsage: [], seenApplications: [] });
  });
});

test('a user, a group and a role of a former name begin with nothing', async () => {
  const project = await service.given.project({ mode: 'private' });
  const { id, username } = await person(service, { rootRole: 'Admin' });
  const first = await signedIn(service, username);
  const token = await personalToken(first, 'projects', ['default']);
  await give(service, project, [MEMBER], { users: [id] });
  await service.api.delete(`${ADMIN}/user-admin/${id}`).expect(200);
  await person(service, { username, rootRole: 'Viewer' });
  await first.get(`${ADMIN}/user`).expect(401);
  await token.get(`${ADMIN}/user`).expect(401);
  const again = await signedIn(service, username);
  await again.get(`${ADMIN}/projects/${project}/overview`).expect(404);
  expect((await again.get(TOKENS).expect(200)).body.pats).toEqual([]);

  const member = await somebody(service);
  const name = unique('team');
  const team = await group(service, [member.id], { name });
  await give(service, project, [MEMBER], { groups: [team] });
  await service.api.delete(`${GROUPS}/${team}`).expect(200);
  await group(service, [member.id], { name });
  await member.api.get(`${ADMIN}/projects/${project}/overview`).expect(404);

  const robot = await serviceAccount(service, 'Admin');
  await service.api.delete(`${ACCOUNTS}/${robot.id}`).expect(200);
  await service.api
    .post(ACCOUNTS, { username: robot.username, name: 'Robot', rootRole: 'Admin' })
    .expect(201);
  await robot.api.get(`${ADMIN}/projects`).expect(401);
});
