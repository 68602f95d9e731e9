import { MEMBER_ROLE } from '../../../../src/core/auth/permissions/role-permissions.js';
import { EventStream } from '../../../support/event-stream.js';
import { somebody } from '../../../support/grants.js';
import { TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';
import { unique } from '../../../support/given.js';
import { type Body, Sdk } from './support.js';

/** With a personal token, an SDK gets nothing that is hidden from the owner. */
let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterAll(() => service.stop());

const QUERY = '?environment=development';
const named = (features: Body[]): string[] => features.map(({ name }) => name);

test('features of private projects are left out for whoever has no role there, until they have', async () => {
  const secret = await service.given.project({ mode: 'private' });
  const [hidden, seen] = [
    unique('hidden'),
    await service.given.feature({ enabledIn: ['development'] }),
  ];
  const place = `/api/admin/projects/${secret}/features/${hidden}`;
  await service.api.post(`/api/admin/projects/${secret}/features`, { name: hidden }).expect(201);
  const { id, api } = await somebody(service, 'Editor');
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = (
    await api
      .post('/api/admin/user/tokens', { description: unique('for an SDK'), expiresAt })
      .expect(201)
  ).body.secret as string;
  const sdk = Sdk.of(service, token);
  const delta = () => service.api.as({ token }).get(`/api/client/delta${QUERY}`);
  const follow = () =>
    EventStream.open(`${service.url}/api/client/streaming${QUERY}`, { authorization: token });
  const stream = await follow();
  try {
    for (const query of [QUERY, `${QUERY}&project=${secret}&project=default`]) {
      const names = named((await sdk.body(query)).features);
      expect([names.includes(seen), names.includes(hidden)]).toEqual([true, false]);
    }
    await service.api.as({ token }).get(`/api/client/features/${hidden}${QUERY}`).expect(404);
    const [hydration] = (await delta().expect(200)).body.events;
    expect(named(hydration.features)).not.toContain(hidden);
    expect((await stream.next()).data.events[0].features).toEqual(hydration.features);

    // Events there do not even change the tag.
    const { etag } = (await delta()).headers;
    await service.api.post(`${place}/environments/development/on`).expect(200);
    await delta().set('If-None-Match', etag!).expect(304);
    expect(stream.events).toEqual([]);
    expect((await api.get(`${place}/environments/development/delivery`)).status).toBe(404);

    await service.sql(
      'INSERT INTO project_user_role (project, user_id, role_id) VALUES ($1, $2, $3)',
      [secret, id, MEMBER_ROLE],
    );
    await eventually(
      () => stream.hasEnded,
      (is) => is,
    );
    const again = await follow();
    expect(named((await again.next()).data.events[0].features)).toContain(hidden);
    again.close();
    expect(named((await sdk.body(QUERY)).features)).toContain(hidden);
    await api.get(`${place}/environments/development/delivery`).expect(200);
  } finally {
    stream.close();
  }
});
