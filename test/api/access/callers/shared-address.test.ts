import { unique } from '../../../support/given.js';
import { PASSWORD, person, signedIn, USERS } from '../../../support/people.js';
import { withPasskey } from '../../../support/second-factor.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    SIMPLE_LOGIN_LIMIT_PER_MINUTE: '3',
    CREATE_USER_RATE_LIMIT_PER_MINUTE: '3',
  });
});
afterAll(() => service.stop());

/** Without TRUST_PROXY, all callers have the address of the proxy. */
describe('whoever has used up the attempts of an address keeps out nobody who shares it', () => {
  test('from signing in by a passkey', async () => {
    const { username } = await person(service);
    const { authenticator } = await withPasskey(await signedIn(service, username));
    const nobody = service.api.as();
    const proof = async (): Promise<object> =>
      authenticator.get((await nobody.post('/auth/passkey/options').expect(200)).body);
    const stranger = { ...(await proof()), id: 'AAAA', rawId: 'AAAA' };
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++)
      statuses.push((await nobody.post('/auth/passkey', stranger)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    for (let n = 0; n < 3; n++) await nobody.post('/auth/passkey', await proof()).expect(200);
  });

  test('from a challenge for a passkey, however many others were asked for', async () => {
    await service.sql(
      `INSERT INTO passkey_challenge (challenge, purpose, expires_at)
       SELECT 'flood ' || n, 'sign-in', now() + interval '1 minute' + n * interval '1 ms' FROM generate_series(1, 10000) n`,
    );
    await service.sql("DELETE FROM attempt WHERE key LIKE 'passkey options %'");
    await service.api.as().post('/auth/passkey/options').expect(200);
    const [{ open } = { open: 0 }] = await service.sql<{ open: number }>(
      "SELECT count(*)::int AS open FROM passkey_challenge WHERE challenge LIKE 'flood %'",
    );
    expect(open).toBe(9900);
    await service.sql('DELETE FROM passkey_challenge');
  });

  test('from creating users and from signing up', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: link } = await service.api
      .post('/api/admin/invite-link/tokens', { name: 'team', expiresAt })
      .expect(201);
    const signUp = (secret: string): Promise<{ status: number }> =>
      service.api.as().post(`/invite/${secret}/signup`, {
        name: 'Ali',
        email: `${unique()}@example.com`,
        password: PASSWORD,
      });
    for (let n = 0; n < 5; n++) expect((await signUp('0123456789abcdef')).status).toBe(400);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await signUp(link.secret as string)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    await service.api.post(USERS, { username: unique(), rootRole: 3 }).expect(201);
  });
});
