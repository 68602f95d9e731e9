import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { somebody, type Somebody } from '../../../support/grants.js';
import { TestService } from '../../../support/service.js';

const ADMIN = '/api/admin';

let service: TestService;
let viewer: Somebody;
beforeAll(async () => {
  service = await TestService.start();
  viewer = await somebody(service, 'Viewer');
  await service.given.project({
    id: 'quiet',
    name: 'Quiet',
    mode: 'private',
    environments: ['development'],
  });
  await service.given.project({ id: 'loud', name: 'Loud', environments: ['development'] });
});
afterAll(() => service.stop());

const told = async (query: string): Promise<unknown[]> =>
  (await viewer.api.get(`${ADMIN}/search/events?${query}`).expect(200)).body.events;

describe('what is gone of a private project leaves no trace for others', () => {
  async function application(project: string, name: string): Promise<void> {
    const token = {
      tokenName: name,
      type: 'client',
      environment: 'development',
      projects: [project],
    };
    const { body } = await service.api.post(`${ADMIN}/api-tokens`, token).expect(201);
    const registered = {
      appName: name,
      instanceId: '1',
      strategies: [],
      started: new Date(),
      interval: 1000,
    };
    await service.api
      .as({ token: body.secret as string })
      .post('/api/client/register', registered)
      .expect(202);
    await service.service.app.get(UsageWriter).write();
    await service.api
      .post(`${ADMIN}/metrics/applications/${name}`, { description: name })
      .expect(202);
    await service.api.delete(`${ADMIN}/metrics/applications/${name}`).expect(200);
  }

  test('not of an application of it that was described and then forgotten', async () => {
    await application('quiet', 'till-quiet');
    await application('loud', 'till-loud');
    expect(await told('query=till-quiet')).toEqual([]);
    expect(await told('query=till-loud')).toMatchObject([
      { type: 'application-deleted' },
      { type: 'application-updated' },
      { type: 'application-created' },
    ]);
  });

  test('not of a tag of it that somebody exported features by', async () => {
    for (const project of ['quiet', 'loud']) {
      await service.api
        .post(`${ADMIN}/projects/${project}/features`, { name: `feature-${project}` })
        .expect(201);
      await service.api
        .post(`${ADMIN}/features/feature-${project}/tags`, {
          type: 'simple',
          value: `tag-${project}`,
        })
        .expect(201);
      for (const tag of [`tag-${project}`, `simple:tag-${project}`])
        await service.api
          .post(`${ADMIN}/features-batch/export`, { environment: 'development', tag })
          .expect(200);
      await service.api.delete(`${ADMIN}/tags/simple/tag-${project}`).expect(200);
    }
    expect(await told('type=IS:features-exported')).toMatchObject([
      { data: { tag: 'simple:tag-loud' } },
      { data: { tag: 'tag-loud' } },
    ]);
    expect(await told('query=tag-quiet')).toEqual([]);
  });
});
