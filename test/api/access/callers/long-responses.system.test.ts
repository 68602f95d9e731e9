import { setTimeout as sleep } from 'node:timers/promises';
import { type Route, RouteInventory } from '../../../../src/platform/http/route-inventory.js';
import { MEMBER, rolesIn } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';
import { withTimeout } from '../../../../src/platform/database/with-timeout.js';

const ADMIN = '/api/admin';
/** Upper bound on how long a lost caller may be shown anything, on a busy machine. */
const SOON_MS = 4_000;

let service: TestService;
let beside: TestService;
beforeAll(async () => {
  service = await TestService.start();
  beside = await service.beside();
  // An instance that never has a change, so that waiting for a delivery takes the whole time.
  await service.sql(
    `INSERT INTO sdk_instance (instance_id, environment, horizon, expires_at)
     VALUES (gen_random_uuid(), '', '1:1:', now() + interval '1 hour')`,
  );
});
afterAll(async () => {
  await beside.stop();
  await service.stop();
});

/** Somebody with a role in a private project, and with a session and a token. */
interface Member {
  id: number;
  project: string;
  feature: string;
  cookie: string;
  token: string;
  tokenId: string;
}

/** Ways to lose access, by the credential for which they matter. Carried out by an instance. */
const LOSSES = {
  'the role was removed': {
    credential: 'token',
    lose: ({ api }, { project, id }) => api.delete(rolesIn(project, 'users', id)).expect(200),
  },
  'the token was deleted': {
    credential: 'token',
    lose: ({ api }, { token, tokenId }) =>
      api.as({ token }).delete(`${ADMIN}/user/tokens/${tokenId}`).expect(200),
  },
  'the session has ended': {
    credential: 'session',
    lose: ({ api }, { cookie }) => api.as({ cookie }).post('/logout').expect(302),
  },
  'the user was deleted': {
    credential: 'token',
    lose: ({ api }, { id }) => api.delete(`${USERS}/${id}`).expect(200),
  },
  'the user with a session was deleted': {
    credential: 'session',
    lose: ({ api }, { id }) => api.delete(`${USERS}/${id}`).expect(200),
  },
  'the project became private': {
    credential: 'token',
    isOpen: true,
    lose: ({ api }, { project }) =>
      api.put(`${ADMIN}/projects/${project}`, { name: project, mode: 'private' }).expect(200),
  },
} satisfies Record<string, Loss>;

interface Loss {
  credential: 'token' | 'session';
  /** Whether the project is open at first, and the user has a root role instead of one in it. */
  isOpen?: boolean;
  lose: (by: TestService, member: Member) => PromiseLike<unknown>;
}

async function sessionOf({ api }: TestService, username: string): Promise<string> {
  const login = { username, password: PASSWORD };
  const { headers } = await api.as().post('/auth/simple/login', login).expect(200);
  return headers['set-cookie']![0]!.split(';')[0]!;
}

async function member(isOpen = false): Promise<Member> {
  const { id, username } = await person(service, { rootRole: isOpen ? 'Editor' : 'Viewer' });
  const project = await service.given.project({ mode: isOpen ? 'open' : 'private' });
  const roles = rolesIn(project, 'users', id);
  if (!isOpen) await service.api.put(roles, { roles: [MEMBER] }).expect(200);
  const feature = unique('feature');
  const features = `${ADMIN}/projects/${project}/features`;
  await service.api.post(features, { name: feature }).expect(201);
  const cookie = await sessionOf(service, username);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await service.api
    .as({ cookie })
    .post(`${ADMIN}/user/tokens`, { description: unique(), expiresAt })
    .expect(201);
  return { id, project, feature, cookie, token: body.secret, tokenId: String(body.id) };
}

/** A response that goes on. */
interface LongResponse {
  hasEnded: boolean;
  /** Its body, once it has ended. */
  readonly text: Promise<string>;
}

function open({ method, path, promise }: Route, member: Member, cookie: boolean): LongResponse {
  const { project, feature } = member;
  const values = { projectId: project, featureName: feature, environment: 'development' };
  const url = path.replace(/\/+$/, '').replace(/:(\w+)/g, (_, name: string) => {
    const value = (values as Record<string, string>)[name];
    if (!value) throw new Error(`Add a value of the parameter ${name} to this test.`);
    return value;
  });
  const response: LongResponse = {
    hasEnded: false,
    text: fetch(`${service.url}/${url}${promise!.delivery ? '?waitForDelivery=20s' : ''}`, {
      method,
      headers: cookie ? { cookie: member.cookie } : { authorization: member.token },
    }).then(async (answer) => {
      expect(answer.status).toBe(200);
      return answer.text();
    }),
  };
  const ended = (): void => void (response.hasEnded = true);
  response.text.then(ended, ended);
  return response;
}

/** Only a ticket opens it, for a token of an environment; the tests of OFREP end that token. */
const BY_TICKET = 'ofrepStreamChanges';

/** All operations that stream or wait, whatever they are. */
const longRoutes = (): Route[] =>
  RouteInventory.of(service.service.app).routes.filter(
    ({ promise }) => (promise!.streams || promise!.delivery) && promise!.id !== BY_TICKET,
  );

test('all operations with server-sent events declare that they stream', () => {
  const { routes } = RouteInventory.of(service.service.app);
  expect(longRoutes().map(({ promise }) => promise!.id)).toEqual(
    expect.arrayContaining(['streamEvents', 'streamFeatureDelivery', 'connect']),
  );
  const undeclared = routes.filter(
    ({ promise }) => promise!.contentType === 'text/event-stream' && !promise!.streams,
  );
  expect(undeclared).toEqual([]);
});

describe.each(Object.entries<Loss>(LOSSES))('when %s', (_, { credential, isOpen, lose }) => {
  test.each([
    ['this', () => service],
    ['another', () => beside],
  ])('on %s instance, nothing is shown any more', async (_, instance) => {
    // SDKs cannot use sessions.
    const routes = longRoutes().filter(
      ({ promise }) => credential === 'token' || promise!.permission !== 'CLIENT',
    );
    const somebody = await member(isOpen);
    const responses = routes.map((route) => open(route, somebody, credential === 'session'));
    const shown = (): string[] =>
      routes.flatMap(({ promise }, n) => (responses[n]!.hasEnded ? [] : [promise!.id]));
    // Whoever keeps access keeps what is open.
    await sleep(1_500);
    expect(shown()).toEqual(routes.map(({ promise }) => promise!.id));

    await lose(instance(), somebody);

    const texts = responses.map(({ text }) => text);
    await withTimeout(SOON_MS, Promise.all(texts)).catch(() => undefined);
    expect(shown()).toEqual([]);
    for (const [n, { promise }] of routes.entries())
      if (promise!.delivery) expect(JSON.parse(await texts[n]!)).toMatchObject({ delivery: null });
  });
});
