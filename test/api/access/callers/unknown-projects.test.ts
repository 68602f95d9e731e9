import { MEMBER, somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let hidden: string;
let archived: string;
beforeAll(async () => {
  service = await TestService.start();
  hidden = await service.given.project({ mode: 'private' });
  archived = await service.given.project();
  await service.api.post(`/api/admin/projects/archive/${archived}`).expect(200);
});
afterAll(() => service.stop());

const wish = { roleId: MEMBER, minutes: 60, reason: 'x' };

/** Each route of policies and of requests for access in a project. */
const ROUTES: [string, (api: Api, project: string) => ReturnType<Api['get']>][] = [
  ['GET policy', (api, at) => api.get(`${at}/policy`)],
  ['PUT policy', (api, at) => api.put(`${at}/policy`, { ownerRequired: true })],
  ['DELETE policy', (api, at) => api.delete(`${at}/policy`)],
  ['POST policy/check', (api, at) => api.post(`${at}/policy/check`, { ownerRequired: true })],
  ['GET access-requests', (api, at) => api.get(`${at}/access-requests`)],
  ['POST access-requests', (api, at) => api.post(`${at}/access-requests`, wish)],
  ['POST approve', (api, at) => api.post(`${at}/access-requests/1/approve`, {})],
  ['POST deny', (api, at) => api.post(`${at}/access-requests/1/deny`, {})],
  ['POST end', (api, at) => api.post(`${at}/access-requests/1/end`)],
];

test.each(ROUTES)(
  '%s knows neither unknown nor archived projects, nor the project *',
  async (_, call) => {
    await service.api.put('/api/admin/policy', { maxAgeDays: 99, enforcement: 'warn' }).expect(200);
    const { api } = await somebody(service, 'Admin');
    for (const sender of [service.api, api])
      for (const project of [unique('unknown'), archived, '*']) {
        const { body } = await call(sender, `/api/admin/projects/${project}`).expect(404);
        expect(body).toMatchObject({ name: 'NotFoundError' });
        expect(body.message).toContain(`There is no project "${project}"`);
      }
  },
);

test.each(ROUTES)(
  '%s tells nobody that a project exists which they cannot see',
  async (_, call) => {
    const { api } = await somebody(service, 'Editor');
    const answers = [];
    for (const project of [hidden, unique('unknown')]) {
      const { status, body } = await call(api, `/api/admin/projects/${project}`);
      answers.push([status, body.name, String(body.message).replace(project, 'it')]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([403, 404]).toContain(answers[0]![0]);
  },
);
