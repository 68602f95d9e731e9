import type { Api } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { API_TOKEN, asKept, readable, ROLE, terraform } from './support.js';

/**
 * The requests of the provider for deploy/terraform/example: apply, refresh and destroy, in the
 * order of its dependencies.
 */

const ADMIN = '/api/admin';
const EXPIRES = '2099-12-31T23:59:59Z';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start({ TOKEN_SECRETS_READABLE: 'true' });
  api = await terraform(service);
});
afterAll(() => service.stop());

interface Applied {
  role: number;
  people: number[];
  group: number;
  account: number;
  accountToken: number;
  /** Secrets of the API tokens. */
  tokens: string[];
}

async function roleNamed(name: string): Promise<number> {
  const { body } = await api.get(`${ADMIN}/roles`).expect(200);
  readable(body, { roles: [ROLE] });
  return body.roles.find((one: { name: string }) => one.name === name).id;
}

async function create(path: string, body: object, status = 201): Promise<{ id: number }> {
  return (await api.post(`${ADMIN}/${path}`, body).expect(status)).body;
}

async function applyInstance(): Promise<Pick<Applied, 'role' | 'people' | 'group'>> {
  await create('environments', { name: 'staging', type: 'preproduction' });
  await create('context', {
    name: 'plan',
    description: 'What the customer pays for',
    stickiness: true,
    legalValues: [{ value: 'free' }, { value: 'business', description: 'With a contract' }],
  });
  const { body } = await api
    .post(`${ADMIN}/roles`, {
      name: 'Lead',
      type: 'root-custom',
      description: 'Creates projects and segments',
      permissions: ['CREATE_PROJECT', 'CREATE_SEGMENT', 'UPDATE_SEGMENT'].map((name) => ({ name })),
    })
    .expect(200);
  const role: number = body.roles.id;
  const viewer = await roleNamed('Viewer');
  const user = (email: string, name: string, rootRole: number): Promise<{ id: number }> =>
    create('user-admin', { email, name, rootRole, sendEmail: false });
  const ada = await user('ada@example.com', 'Ada', role);
  const grace = await user('grace@example.com', 'Grace', viewer);
  const group = await create('groups', {
    name: 'Shop',
    description: 'The team of the shop',
    mappingsSSO: ['shop-team'],
    users: [{ user: { id: ada.id } }, { user: { id: grace.id } }],
  });
  return { role, people: [ada.id, grace.id], group: group.id };
}

async function applyProject(owner: number, group: number): Promise<string[]> {
  const at = `${ADMIN}/projects/shop`;
  const about = { name: 'Shop', description: 'The shop and its checkout' };
  await create('projects', { id: 'shop', ...about, environments: [] });
  await api.put(`${at}/settings`, { mode: 'protected' }).expect(200);
  await api.post(`${at}/environments`, { environment: 'production' }).expect(409);
  const approvals = { changeRequestsEnabled: true, requiredApprovals: 1 };
  await api.put(`${at}/environments/production/change-requests/config`, approvals).expect(204);
  const roles = [
    { id: await roleNamed('Owner'), users: [owner] },
    { id: await roleNamed('Member'), groups: [group] },
  ];
  await api.put(`${at}/access`, { roles }).expect(200);
  const token = { environment: 'production', projects: ['shop'] };
  const tokens = [
    { ...token, tokenName: 'shop-backend', type: 'client' },
    { ...token, tokenName: 'shop-frontend', type: 'frontend', expiresAt: EXPIRES },
  ];
  const secrets: string[] = [];
  for (const one of tokens) {
    const { body } = await api.post(`${ADMIN}/api-tokens`, one).expect(201);
    secrets.push(readable<{ secret: string }>(body, API_TOKEN).secret);
  }
  return secrets;
}

async function apply(): Promise<Applied> {
  const instance = await applyInstance();
  const tokens = await applyProject(instance.people[0]!, instance.group);
  const rootRole = await roleNamed('Viewer');
  const account = await create('service-account', {
    name: 'Pipeline',
    username: 'pipeline',
    rootRole,
  });
  const accountToken = await create(`service-account/${account.id}/token`, {
    description: 'Reads features',
    expiresAt: EXPIRES,
  });
  return { ...instance, tokens, account: account.id, accountToken: accountToken.id };
}

/** What a refresh reads, reduced to the properties of the configuration. */
async function refresh({ people, group, tokens }: Applied): Promise<object> {
  const read = async (path: string) => (await api.get(`${ADMIN}/${path}`).expect(200)).body;
  const project = (await read('projects')).projects.find(({ id }: { id: string }) => id === 'shop');
  const environments = (await read('environments/project/shop')).environments;
  const config = await read('projects/shop/change-requests/config');
  const { tokens: listed } = await read('api-tokens');
  return {
    environment: (await read('environments/staging')).type,
    values: (await read('context/plan')).legalValues.map(({ value }: { value: string }) => value),
    people: await Promise.all(people.map(async (id) => (await read(`user-admin/${id}`)).email)),
    group: (await read(`groups/${group}`)).users.map(
      (one: { user: { id: number } }) => one.user.id,
    ),
    project: { mode: project.mode, description: project.description },
    environments: environments.map(({ name }: { name: string }) => name),
    approvals: config.map((one: Record<string, unknown>) => one['requiredApprovals']),
    tokens: tokens.map((secret) => {
      const found = listed.find((one: { secret: string }) => one.secret === secret);
      return { name: found.tokenName, expiresAt: found.expiresAt && asKept(found.expiresAt) };
    }),
  };
}

async function destroy(applied: Applied): Promise<void> {
  const remove = (path: string): Promise<unknown> => api.delete(`${ADMIN}/${path}`).expect(200);
  const project = `${ADMIN}/projects/shop`;
  await remove(`service-account/${applied.account}/token/${applied.accountToken}`);
  await remove(`service-account/${applied.account}`);
  for (const secret of applied.tokens) await remove(`api-tokens/${encodeURIComponent(secret)}`);
  await api.put(`${project}/access`, { roles: [] }).expect(200);
  const off = { changeRequestsEnabled: false, requiredApprovals: 0 };
  await api.put(`${project}/environments/production/change-requests/config`, off).expect(204);
  await remove('projects/shop/environments/production');
  await remove('projects/shop');
  await remove(`groups/${applied.group}`);
  for (const id of applied.people) await remove(`user-admin/${id}`);
  await remove(`roles/${applied.role}`);
  await remove('context/plan');
  await remove('environments/staging');
}

test('is applied, found unchanged, destroyed, and applied again', async () => {
  for (let n = 0; n < 2; n++) {
    const applied = await apply();
    expect(await refresh(applied)).toEqual({
      environment: 'preproduction',
      values: ['free', 'business'],
      people: ['ada@example.com', 'grace@example.com'],
      group: applied.people,
      project: { mode: 'protected', description: 'The shop and its checkout' },
      environments: expect.arrayContaining(['development', 'production', 'staging']),
      approvals: expect.arrayContaining([1, null]),
      tokens: [
        { name: 'shop-backend', expiresAt: null },
        { name: 'shop-frontend', expiresAt: EXPIRES },
      ],
    });
    await destroy(applied);
    await api.get(`${ADMIN}/environments/staging`).expect(404);
  }
});
