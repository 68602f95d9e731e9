import { MEMBER } from '../../../support/access.js';
import { approve, ask, askedProject } from '../../../support/access-request-scene.js';
import { EventStream } from '../../../support/event-stream.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test('a role ends on every instance, and with it the streams of whoever had it', async () => {
  const scene = await askedProject(service);
  const { project, feature, asker } = scene;
  const beside = await service.beside();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await asker.api
    .post('/api/admin/user/tokens', { description: 'stream', expiresAt })
    .expect(201);
  const api = beside.api.as({ token: body.secret });
  const id = await ask(scene, { roleId: MEMBER });
  await approve(scene, id).expect(200);
  const on = `/api/admin/projects/${project}/features/${feature}/environments/production/on`;
  await until(async () => (await api.post(on)).status === 200);
  const stream = await EventStream.open(`${beside.url}/api/admin/search/events/stream`, {
    authorization: body.secret as string,
  });
  expect((await stream.next()).event).toBe('ready');
  await service.sql(
    `UPDATE access_request SET expires_at = clock_timestamp() + interval '1 second'
      WHERE id = $1`,
    [id],
  );
  // Streams are told nothing else meanwhile: no event is recorded, and no job has run.
  await until(() => stream.hasEnded, 5_000);
  await api.post(on).expect(403);
  stream.close();
});
