import { setTimeout as sleep } from 'node:timers/promises';
import { MEMBER, OWNER } from '../../../support/access.js';
import {
  type AskedProject,
  approve,
  ask,
  askedProject,
} from '../../../support/access-request-scene.js';
import { EventStream } from '../../../support/event-stream.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A personal token of whoever asks. */
async function tokenOf({ asker }: AskedProject): Promise<string> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { description: 'stream', expiresAt };
  return (await asker.api.post('/api/admin/user/tokens', body).expect(201)).body.secret;
}

/** The statuses of calls that were made one after the other until a second after a moment. */
async function statusesAround(
  moment: number,
  call: () => Promise<number>,
): Promise<{ before: Set<number>; after: Set<number> }> {
  const statuses = { before: new Set<number>(), after: new Set<number>() };
  for (let sent = 0; sent < moment + 1_000; await sleep(20)) {
    sent = Date.now();
    const status = await call();
    if (sent > moment) statuses.after.add(status);
    else if (Date.now() < moment) statuses.before.add(status);
  }
  return statuses;
}

test('a role ends on every instance, and with it the streams of whoever had it', async () => {
  const scene = await askedProject(service);
  const { project, feature } = scene;
  const beside = await service.beside();
  const token = await tokenOf(scene);
  const api = beside.api.as({ token });
  const id = await ask(scene, { roleId: MEMBER });
  await approve(scene, id).expect(200);
  const on = `/api/admin/projects/${project}/features/${feature}/environments/production/on`;
  await until(async () => (await api.post(on)).status === 200);
  const stream = await EventStream.open(`${beside.url}/api/admin/search/events/stream`, {
    authorization: token,
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
  await beside.stop();
});

test('a role ends at its time for callers who are known from a moment before, and in streams', async () => {
  const scene = await askedProject(service);
  const { project, feature, asker } = scene;
  const token = await tokenOf(scene);
  await approve(scene, await ask(scene, { roleId: OWNER })).expect(200);
  // A caller is looked up every 900 ms, so that each one is known when the time comes.
  const [given] = await service.sql<{ end: Date }>(
    `UPDATE access_request SET expires_at = clock_timestamp() + interval '2200 milliseconds'
      WHERE project = $1 RETURNING expires_at AS end`,
    [project],
  );
  const stream = await EventStream.open(`${service.url}/api/admin/search/events/stream`, {
    authorization: token,
  });
  const at = `/api/admin/projects/${project}`;
  const on = `${at}/features/${feature}/environments/production/on`;
  const calls = [asker.api, service.api.as({ token })].flatMap((api) => [
    // Whoever writes is looked at again in any case, whoever reads is not.
    () => api.get(`${at}/api-tokens`),
    () => api.post(on),
  ]);
  const statuses = calls.map((call) =>
    statusesAround(given!.end.getTime(), async () => (await call()).status),
  );
  const ended = until(() => stream.hasEnded, 5_000).finally(() => stream.close());
  for (const one of await Promise.all(statuses))
    expect(one).toEqual({ before: new Set([200]), after: new Set([403]) });
  await ended;
});
