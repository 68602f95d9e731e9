import { expectResponsive } from '../../../support/event-loop.js';
import { TestService } from '../../../support/service.js';

const PROJECTS = '/api/admin/projects';
/** Takes exponential time on names that almost match. */
const SLOW = '(a+)+b';
const ALMOST = 'a'.repeat(60);

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ WORKER_TIME_LIMIT_MS: '200' });
});
afterAll(() => service.stop());

test('an example on which a pattern takes forever is refused, and keeps nobody else waiting', async () => {
  await expectResponsive(async () => {
    const settings = { featureNaming: { pattern: SLOW, example: ALMOST } };
    const { body } = await service.api.put(`${PROJECTS}/default/settings`, settings).expect(400);
    expect(body.message).toContain('takes too long');
  });
});

test('a name on which the pattern of its project takes forever is refused, and keeps nobody else waiting', async () => {
  const project = await service.given.project();
  const features = `${PROJECTS}/${project}/features`;
  await service.api
    .put(`${PROJECTS}/${project}/settings`, { featureNaming: { pattern: SLOW, example: 'aab' } })
    .expect(200);

  await expectResponsive(async () => {
    await service.api
      .post('/api/admin/features/validate', { name: ALMOST, projectId: project })
      .expect(400);
    await service.api.post(features, { name: ALMOST }).expect(400);
  });

  await service.api.post(features, { name: 'aaab' }).expect(201);
});

test('a pattern is refused that is longer than patterns may be', async () => {
  await service.api
    .put(`${PROJECTS}/default/settings`, { featureNaming: { pattern: 'a'.repeat(501) } })
    .expect(400);
});
