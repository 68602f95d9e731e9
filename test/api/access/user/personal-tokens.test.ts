import { setTimeout as sleep } from 'node:timers/promises';
import { TokenUseWriter } from '../../../../src/access/api-token/token-uses.js';
import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, secretOf, signedIn } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const TOKENS = '/api/admin/user/tokens';
const ME = '/api/admin/user';
const expiresAt = '2090-01-01T00:00:00.000Z';

let service: TestService;
let api: Api;
let me: { createdBy: string; createdByUserId: number };
let recorded: Awaited<ReturnType<typeof recorder>>;
/** A user who keeps the initial password. */
let keeper: string;
beforeAll(async () => {
  service = await TestService.start();
  keeper = (await person(service)).username;
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { id, username } = await person(service, { rootRole: 'Editor' });
  api = await signedIn(service, username);
  me = { createdBy: username, createdByUserId: id };
  recorded = await recorder(service);
});

const listed = async (): Promise<unknown[]> => (await api.get(TOKENS).expect(200)).body.pats;

describe('a personal token', () => {
  test('is shown once, acts as its user, and is recorded without its secret', async () => {
    const { body, headers } = await api
      .post(TOKENS, { description: 'mine', expiresAt })
      .expect(201);
    expect(body.secret).toMatch(/^user:[0-9a-f]{56}$/);
    expect(headers['location']).toBe(`tokens/${body.id}`);
    const { secret, ...bare } = body as Record<string, string>;
    expect(bare).toMatchObject({
      description: 'mine',
      userId: me.createdByUserId,
      expiresAt,
      seenAt: null,
    });
    expect(await listed()).toEqual([bare]);
    expect(await recorded()).toEqual([
      event('pat-created', { data: { ...bare, secret: '***' } }, me),
    ]);
    const [row] = await service.sql<{ row: string }>(
      'SELECT p::text AS row FROM personal_token p WHERE id = $1',
      [bare['id']],
    );
    expect(row!.row).not.toContain(secret!.slice(5));

    const program = service.api.as({ token: `Bearer ${secret}` });
    expect((await program.get(ME).expect(200)).body.user.id).toBe(me.createdByUserId);
    await program.post('/api/admin/projects/default/features', { name: unique() }).expect(201);
    await program.get('/api/admin/user-admin').expect(403);
    expect(await recorded()).toMatchObject([{ type: 'feature-created', ...me }]);
  });

  test('that is revoked is refused at once', async () => {
    const { body } = await api.post(TOKENS, { description: 'mine', expiresAt }).expect(201);
    const program = service.api.as({ token: body.secret });
    await program.get(ME).expect(200);
    await recorded();
    await api.delete(`${TOKENS}/${body.id}`).expect(200);
    await program.get(ME).expect(401);
    const { secret, ...bare } = body as Record<string, unknown>;
    expect(secret).toEqual(expect.any(String));
    expect(await recorded()).toEqual([
      event('pat-deleted', { data: { ...bare, secret: '***' } }, me),
    ]);
    await api.delete(`${TOKENS}/${body.id}`).expect(404);
  });

  test('that was revoked by another instance is refused within a second', async () => {
    const { body } = await api.post(TOKENS, { description: 'mine', expiresAt }).expect(201);
    const program = service.api.as({ token: body.secret });
    await program.get(ME).expect(200);
    await service.sql('DELETE FROM personal_token WHERE id = $1', [body.id]);
    await sleep(1000);
    await program.get(ME).expect(401);
  });

  test('works until it expires', async () => {
    const soon = new Date(Date.now() + 2_000).toISOString();
    const { body } = await api.post(TOKENS, { description: 'short', expiresAt: soon }).expect(201);
    const program = service.api.as({ token: body.secret });
    await program.get(ME).expect(200);
    await sleep(2_000);
    await program.get(ME).expect(401);
  });

  test('shows by its use that its user is there', async () => {
    const { body } = await api.post(TOKENS, { description: 'mine', expiresAt }).expect(201);
    await service.sql("UPDATE app_user SET seen_at = now() - interval '90 days' WHERE id = $1", [
      me.createdByUserId,
    ]);
    await service.api.as({ token: body.secret }).get(ME).expect(200);
    await service.service.app.get(TokenUseWriter).write();
    const [row] = await service.sql<{ seen: boolean }>(
      "SELECT seen_at > now() - interval '1 minute' AS seen FROM app_user WHERE id = $1",
      [me.createdByUserId],
    );
    expect(row!.seen).toBe(true);
    expect(await listed()).toMatchObject([{ seenAt: expect.any(String) }]);
  });

  test('of somebody else cannot be revoked', async () => {
    const { body } = await api.post(TOKENS, { description: 'mine', expiresAt }).expect(201);
    const other = await signedIn(service, (await person(service)).username);
    await other.delete(`${TOKENS}/${body.id}`).expect(404);
    expect(await listed()).toHaveLength(1);
  });
});

describe('creating a personal token is refused', () => {
  test.each([
    ['without a description', { description: undefined }],
    ['with an empty description', { description: ' ' }],
    ['without an expiry', { expiresAt: undefined }],
    ['with an expiry in the past', { expiresAt: '2021-01-01T00:00:00Z' }],
    ['with an expiry that is no date', { expiresAt: 'soon' }],
  ])('%s', async (_, properties) => {
    await api.post(TOKENS, { description: 'mine', expiresAt, ...properties }).expect(400);
    expect(await listed()).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('with a description that the user has used, but not one that others have', async () => {
    await api.post(TOKENS, { description: 'same', expiresAt }).expect(201);
    await api.post(TOKENS, { description: 'same', expiresAt }).expect(409);
    const other = await signedIn(service, (await person(service)).username);
    await other.post(TOKENS, { description: 'same', expiresAt }).expect(201);
  });

  test('beyond ten, also when they come at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 13 }, (_, i) =>
        api.post(TOKENS, { description: `token ${i}`, expiresAt }),
      ),
    );
    const denied = all.filter(({ status }) => status === 403);
    expect(denied.map(({ body }) => body.name)).toEqual(Array(3).fill('OperationDeniedError'));
    expect(await listed()).toHaveLength(10);
  });

  test('with an expiry too far ahead', async () => {
    const { body } = await api
      .post(TOKENS, { description: 'for ever', expiresAt: '9999-12-31T23:59:59Z' })
      .expect(400);
    expect(body.details).toEqual([
      {
        message: expect.stringMatching(/^expiresAt must be at most 36500 days from now/),
        path: '/body/expiresAt',
      },
    ]);
    expect(await listed()).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  test('to users who signed in long ago, until they sign in again', async () => {
    const { username } = await person(service);
    await service.sql(
      "UPDATE session SET created_at = created_at - interval '61 minutes', confirmed_at = confirmed_at - interval '61 minutes'",
    );
    const old = await signedIn(service, username);
    await service.sql(
      "UPDATE session SET created_at = created_at - interval '61 minutes', confirmed_at = confirmed_at - interval '61 minutes'",
    );
    const { body } = await old.post(TOKENS, { description: 'mine', expiresAt }).expect(403);
    expect(body.message).toBe(
      'You signed in more than 60 minutes ago. Sign out, sign in again, and then create the token.',
    );
    await old.get(TOKENS).expect(200);
    await (
      await signedIn(service, username)
    )
      .post(TOKENS, { description: 'mine', expiresAt })
      .expect(201);
  });

  test('by another token', async () => {
    const { body } = await api.post(TOKENS, { description: 'mine', expiresAt }).expect(201);
    const refused = await service.api
      .as({ token: body.secret })
      .post(TOKENS, { description: 'offspring', expiresAt })
      .expect(403);
    expect(refused.body.message).toBe(
      'A token cannot create another one: sign in with a browser to create personal tokens.',
    );
    expect(await listed()).toHaveLength(1);
  });

  test('to admin tokens, which belong to no user', async () => {
    const { body } = await service.api.post(TOKENS, { description: 'mine', expiresAt }).expect(403);
    expect(body.name).toBe('ForbiddenError');
    expect((await service.api.get(TOKENS).expect(403)).body.name).toBe('ForbiddenError');
  });
});

describe('a new password', () => {
  const NEW = 'Another-staple-2';
  const USER_ADMIN = '/api/admin/user-admin';
  const own = { oldPassword: PASSWORD, password: NEW, confirmPassword: NEW };
  const link = async (): Promise<string> => {
    const { body } = await service.api
      .post(`${USER_ADMIN}/reset-password`, { id: String(me.createdByUserId) })
      .expect(200);
    return secretOf(body.resetPasswordUrl);
  };
  const byAdmin = { createdBy: 'admin', createdByUserId: -42 };

  test.each<[string, (more: object) => Promise<unknown>, boolean]>([
    [
      'an administrator',
      (more) =>
        service.api
          .post(`${USER_ADMIN}/${me.createdByUserId}/change-password`, { password: NEW, ...more })
          .expect(200),
      true,
    ],
    [
      'a link of an administrator',
      (more) =>
        service.api.post(`${USER_ADMIN}/reset-password`, { id: me.createdBy, ...more }).expect(200),
      true,
    ],
    [
      'the user',
      (more) => api.post('/api/admin/user/change-password', { ...own, ...more }).expect(200),
      false,
    ],
    [
      'the user who has a link',
      async (more) =>
        service.api
          .as()
          .post('/auth/reset/password', { token: await link(), password: NEW, ...more })
          .expect(200),
      false,
    ],
  ])(
    'by %s revokes all tokens of the user on request, and not otherwise',
    async (_, change, isAdmin) => {
      const made = [];
      for (const description of ['one', 'two'])
        made.push(
          (await api.post(TOKENS, { description, expiresAt }).expect(201)).body.secret as string,
        );
      const programs = made.map((token) => service.api.as({ token }));
      await change({ revokeTokens: false });
      for (const program of programs) await program.get(ME).expect(200);
      await service.sql(
        'UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE username = $1) WHERE id = $2',
        [keeper, me.createdByUserId],
      );
      if (!isAdmin) api = await signedIn(service, me.createdBy);
      await recorded();
      await change({ revokeTokens: true });
      for (const program of programs) await program.get(ME).expect(401);
      const deleted = (await recorded()).filter(({ type }) => type === 'pat-deleted');
      expect(deleted).toMatchObject(Array(2).fill(isAdmin ? byAdmin : me));
    },
  );
});
