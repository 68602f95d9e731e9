import { give, MEMBER, OWNER, serviceAccount, somebody } from '../../../support/access.js';
import type { Api, HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const OFFICE = '10.0.0.0/8';
const IN_OFFICE = '10.1.2.3';
const ELSEWHERE = '192.0.2.1';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ TRUST_PROXY: '1' });
});
afterAll(() => service.stop());

const from = (call: HttpCall, address: string): HttpCall => call.set('x-forwarded-for', address);
const listOf = (project: string): string => `/api/admin/projects/${project}/allowed-addresses`;

/** A project with a feature that is on, which can be reached from the office alone. */
async function limited(): Promise<{ project: string; feature: string }> {
  const project = unique('limited');
  await service.api.post('/api/admin/projects', { id: project, name: project }).expect(201);
  const path = `/api/admin/projects/${project}/features`;
  const feature = unique();
  await service.api.post(path, { name: feature }).expect(201);
  await service.api.post(`${path}/${feature}/environments/development/on`).expect(200);
  await service.api.put(listOf(project), { allowedAddresses: [OFFICE] }).expect(200);
  return { project, feature };
}

async function token(type: string, projects: string[]): Promise<Api> {
  const { body } = await service.api
    .post('/api/admin/api-tokens', {
      ...{ tokenName: unique('t'), type, projects, environment: 'development' },
    })
    .expect(201);
  return service.api.as({ token: body.secret });
}

const namesIn = (list: { name: string }[]): string[] => list.map(({ name }) => name);

test('people see a limited project and its features from its addresses alone', async () => {
  const { project, feature } = await limited();
  const { api, id } = await somebody(service);
  await give(service, project, [OWNER], { users: [id] });
  const paths = [
    `/api/admin/projects/${project}/overview`,
    `/api/admin/projects/${project}/features/${feature}`,
  ];
  for (const path of paths) {
    await from(api.get(path), IN_OFFICE).expect(200);
    await from(api.get(path), ELSEWHERE).expect(404);
  }
  const off = `${paths[1]!}/environments/development/off`;
  await from(api.post(off), ELSEWHERE).expect(403);
  await from(api.post(off), IN_OFFICE).expect(200);
  const search = (): HttpCall => api.get('/api/admin/search/features').query({ query: feature });
  expect((await from(search(), IN_OFFICE).expect(200)).body.features).toHaveLength(1);
  expect((await from(search(), ELSEWHERE).expect(200)).body.features).toEqual([]);
  const { body } = await from(api.get('/api/admin/projects'), ELSEWHERE).expect(200);
  expect(body.projects.map(({ id: one }: { id: string }) => one)).not.toContain(project);
});

test('personal tokens with a scope are limited in the same way', async () => {
  const { project, feature } = await limited();
  const account = await serviceAccount(service);
  await give(service, project, [MEMBER], { users: [account.id] });
  const { body } = await service.api
    .post(`/api/admin/service-account/${account.id}/token`, {
      ...{ description: 'x', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
      scope: { projects: [project] },
    })
    .expect(201);
  const api = service.api.as({ token: body.secret });
  const path = `/api/admin/projects/${project}/features/${feature}`;
  await from(api.get(path), IN_OFFICE).expect(200);
  await from(api.get(path), ELSEWHERE).expect(404);
});

test('SDKs get nothing of a limited project elsewhere, whatever their token is for', async () => {
  const { project, feature } = await limited();
  const poll = (api: Api, address: string): HttpCall =>
    from(api.get('/api/client/features'), address);
  const own = await token('client', [project]);
  const both = await token('client', [project, 'default']);
  const all = await token('client', ['*']);
  for (let n = 0; n < 3; n++) {
    for (const api of [own, both, all]) {
      const { body } = await poll(api, IN_OFFICE).expect(200);
      expect(namesIn(body.features)).toContain(feature);
    }
    await poll(own, ELSEWHERE).expect(403);
    for (const api of [both, all]) {
      const { body } = await poll(api, ELSEWHERE).expect(200);
      expect(namesIn(body.features)).not.toContain(feature);
    }
  }
  for (const [projects, status] of [
    [[project], 403],
    [['*'], 200],
  ] as const) {
    const frontend = await token('frontend', [...projects]);
    const { body } = await from(frontend.get('/api/frontend'), IN_OFFICE).expect(200);
    expect(namesIn(body.toggles)).toContain(feature);
    const elsewhere = await from(frontend.get('/api/frontend'), ELSEWHERE).expect(status);
    if (status === 200) expect(namesIn(elsewhere.body.toggles)).not.toContain(feature);
  }
});

test('an edge learns of the projects that it can reach', async () => {
  const { project } = await limited();
  const { body: created } = await service.api
    .post('/api/admin/api-tokens', {
      ...{ tokenName: unique('edge'), type: 'client', environment: 'development' },
      projects: [project, 'default'],
    })
    .expect(201);
  const valid = async (address: string): Promise<string[][]> => {
    const call = service.api.as().post('/edge/validate', { tokens: [created.secret] });
    const { body } = await from(call, address).expect(200);
    return body.tokens.map(({ projects }: { projects: string[] }) => [...projects].sort());
  };
  expect(await valid(IN_OFFICE)).toEqual([['default', project].sort()]);
  expect(await valid(ELSEWHERE)).toEqual([['default']]);
});

test('the list is recorded, effective at once and lifted, and nobody locks themselves out', async () => {
  const { project } = await limited();
  const { api, id } = await somebody(service);
  await give(service, project, [OWNER], { users: [id] });
  const put = (allowedAddresses: string[]): HttpCall =>
    from(api.put(listOf(project), { allowedAddresses }), IN_OFFICE);
  const refused = await put(['192.0.2.0/24']).expect(400);
  expect(refused.body.message).toContain(`Your own address, ${IN_OFFICE}`);
  await put(['10.0.0']).expect(400);
  const happened = await recorder(service);
  await put([OFFICE, '192.0.2.0/24', OFFICE]).expect(200);
  expect((await happened())[0]).toMatchObject({
    type: 'project-access-addresses-updated',
    project,
    data: { allowedAddresses: [OFFICE, '192.0.2.0/24'] },
    preData: { allowedAddresses: [OFFICE] },
  });
  await from(api.get(listOf(project)), ELSEWHERE).expect(200);
  await put([]).expect(200);
  const { body } = await from(api.get(listOf(project)), '198.51.100.1').expect(200);
  expect(body).toEqual({ allowedAddresses: [] });
});

test('administrators reach every project from everywhere, to correct its list', async () => {
  const { project } = await limited();
  await from(service.api.get(`/api/admin/projects/${project}/overview`), ELSEWHERE).expect(200);
  await from(service.api.put(listOf(project), { allowedAddresses: [] }), ELSEWHERE).expect(200);
});

test('a personal token works from its own addresses alone', async () => {
  const account = await serviceAccount(service);
  const { body } = await service.api
    .post(`/api/admin/service-account/${account.id}/token`, {
      ...{ description: 'ci', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
      allowedAddresses: [OFFICE],
    })
    .expect(201);
  expect(body).toMatchObject({ allowedAddresses: [OFFICE] });
  const api = service.api.as({ token: body.secret });
  await from(api.get('/api/admin/projects'), IN_OFFICE).expect(200);
  const refused = await from(api.get('/api/admin/projects'), ELSEWHERE).expect(403);
  expect(refused.body.message).toContain(`cannot be used from ${ELSEWHERE}`);
  await from(api.get('/api/client/features'), ELSEWHERE).expect(403);
});

test('nobody changes from elsewhere what a limited project does through a segment', async () => {
  const { project, feature } = await limited();
  const constraint = { contextName: 'userId', operator: 'IN' };
  const body = { name: unique('segment'), constraints: [{ ...constraint, values: ['1'] }] };
  const { body: segment } = await service.api.post('/api/admin/segments', body).expect(201);
  const place = `/api/admin/projects/${project}/features/${feature}/environments/development`;
  const strategy = { name: 'default', segments: [segment.id] };
  await service.api.post(`${place}/strategies`, strategy).expect(200);
  const { api } = await somebody(service, 'Editor');
  const changed = { ...body, constraints: [{ ...constraint, values: ['2'] }] };
  const change = (): HttpCall => api.put(`/api/admin/segments/${segment.id}`, changed);
  const refused = await from(change(), ELSEWHERE).expect(403);
  expect(refused.body.message).toContain('something that you cannot see');
  expect(refused.text).not.toContain(project);
  await from(change(), IN_OFFICE).expect(204);
});
