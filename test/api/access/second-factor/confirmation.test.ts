import { type Api, at } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import {
  believedNoMore,
  CONFIRM,
  FACTOR,
  forgetConfirmation,
  KEY,
  ME,
  secured,
  type Secured,
  withPasskey,
} from '../../../support/second-factor.js';
import { TestService } from '../../../support/service.js';
import { arrives, exported, IMPORT } from '../../exchange/transfer/files.js';

const TOKEN = { type: 'client', environment: 'development', projects: ['default'] };
const PAT = { description: 'a token', expiresAt: new Date(Date.now() + 86_400_000).toISOString() };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(KEY);
});
afterAll(() => service.stop());

const refusal = { name: 'ConfirmationRequired', path: CONFIRM };

describe('who has a second factor', () => {
  test.each<[string, (api: Api, id: number) => PromiseLike<{ status: number; body: object }>]>([
    [
      'creating an API token',
      (api) => api.post('/api/admin/api-tokens', { ...TOKEN, tokenName: 'unconfirmed' }),
    ],
    [
      'creating a token of a project',
      (api) =>
        api.post('/api/admin/projects/default/api-tokens', { ...TOKEN, tokenName: 'unconfirmed' }),
    ],
    ['creating a personal token', (api) => api.post(`${ME}/tokens`, PAT)],
    [
      'changing how people sign in',
      (api) => api.post('/api/admin/auth/simple/settings', { disabled: false }),
    ],
    [
      'changing how people sign in with OpenID Connect',
      (api) => api.post('/api/admin/auth/oidc/settings', { enabled: false }),
    ],
    [
      'changing how people sign in with SAML',
      (api) => api.post('/api/admin/auth/saml/settings', { enabled: false }),
    ],
    [
      'changing who must have a second factor',
      (api) => api.post('/api/admin/auth/security/settings', {}),
    ],
    [
      'creating a role',
      (api) =>
        api.post('/api/admin/roles', { name: 'unconfirmed', type: 'root-custom', permissions: [] }),
    ],
    ['giving somebody a role', (api, id) => api.put(`${USERS}/${id}`, { rootRole: 'Admin' })],
    [
      'giving somebody a role in a project',
      (api, id) => api.put(`/api/admin/projects/default/users/${id}/roles`, { roles: [4] }),
    ],
    [
      'saying who has which role in a project',
      (api) => api.put('/api/admin/projects/default/access', { roles: [], users: [], groups: [] }),
    ],
    [
      'having somebody sign in by another identity',
      (api, id) =>
        api.post(`${USERS}/${id}/identities`, { provider: 'saml', issuer: 'i', subject: 's' }),
    ],
    [
      'choosing the password of somebody',
      (api, id) => api.post(`${USERS}/${id}/change-password`, { password: 'Another-staple-2' }),
    ],
    [
      'making a link for the password of somebody',
      (api, id) => api.post(`${USERS}/reset-password`, { id: String(id) }),
    ],
    [
      'removing the second factors of somebody',
      (api, id) => api.delete(`${USERS}/${id}/second-factor`),
    ],
    ['removing the own app', (api) => api.delete(`${FACTOR}/totp`)],
    ['making new recovery codes', (api) => api.post(`${FACTOR}/recovery-codes`)],
    ['adding a passkey', (api) => api.post(`${FACTOR}/passkeys/options`)],
  ])('is asked for it again before %s', async (_, change) => {
    const before = await service.sql('SELECT count(*) FROM event');
    const { status, body } = await change(admin.api, someone);
    expect({ status, ...body }).toMatchObject({
      status: 403,
      ...refusal,
      methods: ['totp', 'recovery-code'],
    });
    expect(await service.sql('SELECT count(*) FROM event')).toEqual(before);
  });

  let admin: Secured;
  let someone: number;
  beforeAll(async () => {
    someone = (await person(service)).id;
    admin = await secured(service, { rootRole: 'Admin' });
    await forgetConfirmation(service, admin.id);
  });

  test('is let on after a code, for as long as the settings say, and by another session not at all', async () => {
    const someone = await secured(service, { rootRole: 'Admin' });
    await someone.api.post(`${ME}/tokens`, PAT).expect(201); // the app was confirmed a moment ago
    await forgetConfirmation(service, someone.id);
    await someone.api.post(`${ME}/tokens`, { ...PAT, description: 'another' }).expect(403);
    const { body } = await someone.api
      .post(`${CONFIRM}/totp`, { code: someone.app.next() })
      .expect(200);
    expect(Math.abs(Date.parse(body.confirmedUntil) - Date.now() - 15 * 60_000)).toBeLessThan(
      60_000,
    );
    await someone.api.post(`${ME}/tokens`, { ...PAT, description: 'another' }).expect(201);

    await service.sql(
      "UPDATE session SET confirmed_at = now() - interval '10 minutes' WHERE user_id = $1",
      [someone.id],
    );
    await believedNoMore();
    await someone.api.post(`${ME}/tokens`, { ...PAT, description: 'a third' }).expect(201);
    await service.api
      .post('/api/admin/auth/security/settings', { confirmationMinutes: 5 })
      .expect(200);
    await someone.api.post(`${ME}/tokens`, { ...PAT, description: 'a fourth' }).expect(403);
    await service.api.post('/api/admin/auth/security/settings', {}).expect(200);
  });

  test('can confirm at one instance and go on at another at once', async () => {
    const other = await service.beside(KEY);
    try {
      const someone = await secured(service);
      await forgetConfirmation(service, someone.id);
      const there = new (someone.api.constructor as new (url: string, headers: object) => Api)(
        other.url,
        someone.api['headers'] as object,
      );
      await there.post(`${ME}/tokens`, PAT).expect(403);
      await someone.api.post(`${CONFIRM}/totp`, { code: someone.app.next() }).expect(200);
      await there.post(`${ME}/tokens`, PAT).expect(201);
    } finally {
      await other.stop();
    }
  });

  test('can confirm by a passkey, or by a recovery code, but not by the password', async () => {
    const someone = await secured(service);
    const { authenticator } = await withPasskey(someone.api);
    await forgetConfirmation(service, someone.id);
    const { body } = await someone.api
      .post(`${CONFIRM}/password`, { password: PASSWORD })
      .expect(403);
    expect(body.name).toBe('InvalidOperationError');
    const { body: options } = await someone.api.post(`${CONFIRM}/passkey/options`).expect(200);
    await someone.api.post(`${CONFIRM}/passkey`, authenticator.get(options)).expect(200);
    await someone.api.post(`${ME}/tokens`, PAT).expect(201);
    await someone.api
      .post(`${CONFIRM}/recovery-code`, { code: someone.recoveryCodes[3] })
      .expect(200);
    await someone.api
      .post(`${CONFIRM}/recovery-code`, { code: someone.recoveryCodes[3] })
      .expect(401);
  });

  test('loses the session after ten wrong answers', async () => {
    const someone = await secured(service);
    for (let n = 0; n < 10; n++)
      await someone.api.post(`${CONFIRM}/totp`, { code: '000000' }).expect(401);
    await someone.api.get(ME).expect(401);
  });
});

test('a confirmation counts as a recent sign-in, which personal tokens need', async () => {
  const { id, username } = await person(service);
  const api = await signedIn(service, username);
  await service.sql("UPDATE session SET created_at = now() - interval '1 day' WHERE user_id = $1", [
    id,
  ]);
  await forgetConfirmation(service, id);
  await api.post(`${ME}/tokens`, PAT).expect(403);
  await api.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(200);
  await api.post(`${ME}/tokens`, PAT).expect(201);
});

describe('who has no second factor', () => {
  test('is not asked before creating tokens, nor are tokens ever', async () => {
    const { id, username } = await person(service, { rootRole: 'Admin' });
    const api = await signedIn(service, username);
    await forgetConfirmation(service, id);
    const { body } = await api.post(`${ME}/tokens`, PAT).expect(201);
    const token = service.api.as({ token: body.secret as string });
    for (const caller of [api, token])
      await caller
        .post('/api/admin/api-tokens', { ...TOKEN, tokenName: 'unconfirmed' })
        .expect(201);
    await token.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(403);
    await token.post(`${FACTOR}/totp`).expect(403);
    await service.api.post(`${FACTOR}/totp`).expect(403);
  });

  test('gives the password before adding one, unless it was given a moment ago', async () => {
    const { id, username } = await person(service);
    const api = await signedIn(service, username);
    await forgetConfirmation(service, id);
    const { body } = await api.post(`${FACTOR}/totp`).expect(403);
    expect(body).toMatchObject({ ...refusal, methods: ['password'] });
    await api.post(`${CONFIRM}/password`, { password: 'wrong' }).expect(401);
    await api.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(200);
    await api.post(`${FACTOR}/totp`).expect(200);
  });
});

describe('a session that was there before the first second factor', () => {
  test('is not confirmed by it', async () => {
    const { username } = await person(service);
    const [thief, owner] = [await signedIn(service, username), await signedIn(service, username)];
    await withPasskey(owner);
    await thief.post(`${ME}/tokens`, PAT).expect(403);
    await owner.post(`${ME}/tokens`, PAT).expect(201);
  });
});

describe('switching in production', () => {
  const WISH = '/api/admin/projects/default/confirmation';
  const wish = (inProduction: string): PromiseLike<unknown> =>
    service.api.put(WISH, { inProduction }).expect(200);
  let editor: Api;
  let id: number;
  beforeAll(async () => {
    const someone = await person(service, { rootRole: 'Editor' });
    editor = await signedIn(service, someone.username);
    id = someone.id;
    await forgetConfirmation(service, id);
  });
  afterEach(() => wish('never'));

  const statusOf = async (feature: string, change: string): Promise<number> =>
    (await editor.post(`${at(feature)}/environments/${change}`)).status;

  test('asks nothing unless the project wants it', async () => {
    const feature = await service.given.feature();
    expect((await editor.get(WISH).expect(200)).body).toEqual({ inProduction: 'never' });
    expect(await statusOf(feature, 'production/on')).toBe(200);
  });

  test('asks before turning on, while turning off goes on at once', async () => {
    const feature = await service.given.feature();
    await wish('on');
    const { body } = await editor.post(`${at(feature, 'production')}/on`).expect(403);
    expect(body).toMatchObject({ ...refusal, methods: ['password'] });
    expect(await statusOf(feature, 'development/on')).toBe(200);
    await editor
      .post('/api/admin/projects/default/bulk_features/environments/production/on', {
        features: [feature],
      })
      .expect(403);
    await editor
      .post(IMPORT, arrives(await exported(service, [feature]), 'production'))
      .expect(403);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200); // a token
    expect(await statusOf(feature, 'production/off')).toBe(200);
    await editor.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(200);
    expect(await statusOf(feature, 'production/on')).toBe(200);
    await forgetConfirmation(service, id);
  });

  test('asks before turning off and archiving too, where the project wants that', async () => {
    const feature = await service.given.feature({ enabledIn: ['production', 'development'] });
    await wish('always');
    expect(await statusOf(feature, 'production/off')).toBe(403);
    expect(await statusOf(feature, 'development/off')).toBe(200);
    await editor
      .post('/api/admin/projects/default/bulk_features/environments/production/off', {
        features: [feature],
      })
      .expect(403);
    await editor.delete(at(feature)).expect(403);
    await editor.post('/api/admin/projects/default/archive', { features: [feature] }).expect(403);
    await editor.delete('/api/admin/projects/default/environments/production').expect(403);
    await service.api.post(`${at(feature, 'production')}/off`).expect(200); // a token
  });

  test('asks before planning it, since nobody can be asked later', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await wish('always');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const plan = (environment: string, action: string): PromiseLike<{ status: number }> =>
      editor.post(`${at(feature, environment)}/schedule`, { action, at: later });
    const statuses = [
      await plan('production', 'on'),
      await plan('production', 'off'),
      await plan('development', 'off'),
      await plan('development', 'archive'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 201, 403]);
  });

  test('asks before a change request is applied or scheduled', async () => {
    const scene = await ChangeRequestScene.create(service);
    const confirmation = `/api/admin/projects/${scene.project}/confirmation`;
    await service.api.put(confirmation, { inProduction: 'always' }).expect(200);
    const payload = { enabled: true };
    const change = { action: 'updateEnabled', feature: await scene.feature(), payload };
    const request = await scene.approved(change);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const path = `${scene.path}/${request}/state`;
    for (const state of [{ state: 'Applied' }, { state: 'Scheduled', scheduledAt: later }]) {
      const { body } = await editor.put(path, state).expect(403);
      expect(body).toMatchObject(refusal);
    }
    await editor.post(`${CONFIRM}/password`, { password: PASSWORD }).expect(200);
    await editor.put(path, { state: 'Scheduled', scheduledAt: later }).expect(200);
    await forgetConfirmation(service, id);
  });

  test('asks before a change request elsewhere archives a feature of production', async () => {
    const scene = await ChangeRequestScene.create(service);
    const { project, author } = scene;
    await scene.require(null);
    await scene.require(1, 'development');
    const confirmation = `/api/admin/projects/${project}/confirmation`;
    await service.api.put(confirmation, { inProduction: 'always' }).expect(200);
    const requests = `/api/admin/projects/${project}/environments/development/change-requests`;
    const change = { action: 'archiveFeature', feature: await scene.feature() };
    const { body } = await author.api.post(requests, change).expect(200);
    await scene.state(body.id, 'In review', author.api).expect(200);
    await scene.state(body.id, 'Approved', scene.reviewer.api).expect(200);
    const refused = await scene.state(body.id, 'Applied', editor).expect(403);
    expect(refused.body).toMatchObject(refusal);
  });

  test('is asked for by nobody who has not confirmed, and the wish is recorded', async () => {
    await wish('on');
    const events =
      "SELECT data, pre_data FROM event WHERE type = 'project-updated' ORDER BY id DESC LIMIT 1";
    const [from, to] = ['never', 'on'].map((confirmInProduction) => ({
      id: 'default',
      confirmInProduction,
    }));
    expect(await service.sql(events)).toEqual([{ data: to, pre_data: from }]);
    const owner = await person(service, { rootRole: 'Admin' });
    const api = await signedIn(service, owner.username);
    await forgetConfirmation(service, owner.id);
    await api.put(WISH, { inProduction: 'never' }).expect(403);
    await service.api.put(WISH, { inProduction: 'sometimes' }).expect(400);
    await service.api
      .put('/api/admin/projects/nosuch/confirmation', { inProduction: 'on' })
      .expect(404);
  });
});
