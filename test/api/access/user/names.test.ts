import { InstanceSetup } from '../../../../src/instance/instance-setup/instance-setup.js';
import {
  addMissingSignInNames,
  normalName,
} from '../../../../src/access/people/user/sign-in-names.js';
import { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { SYSTEM } from '../../../../src/core/event/actor.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

const ACCOUNTS = '/api/admin/service-account';
/** Other spellings of `victim`, which look like it or are displayed like it. */
const SPELLINGS = {
  'in capitals': 'VICTIM',
  'in full width': 'ｖｉｃｔｉｍ',
  'with a dotless i': 'vıctım',
  'with a dotted capital I': 'VİCTİM',
  'with a zero width space': 'vic\u200btim',
  'with a soft hyphen': 'vic\u00adtim',
  'with a variation selector': 'victim\ufe0f',
  'with a direction mark': '\u202evictim',
  'with a mathematical letter': '𝐯ictim',
};

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const create = (names: object) =>
  service.api.post(USERS, { password: PASSWORD, rootRole: 'Viewer', ...names });
const signIn = (username: string, password: string) =>
  service.api.as().post('/auth/simple/login', { username, password });

async function signUp(names: object): Promise<number> {
  const invite = { name: unique(), expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
  const { body } = await service.api.post('/api/admin/invite-link/tokens', invite).expect(201);
  const answer = await service.api
    .as()
    .post(`/invite/${body.secret}/signup`, { password: PASSWORD, name: 'Somebody', ...names });
  return answer.status;
}

describe('a name that is taken', () => {
  beforeAll(async () => {
    await create({ username: 'victim', email: 'victim@example.com' }).expect(201);
  });

  test.each(Object.entries(SPELLINGS))('is refused %s', async (_, spelling) => {
    const before = await service.sql('SELECT id FROM app_user');
    await create({ username: spelling }).expect(400);
    await create({ username: `${spelling}@example.com` }).expect(400);
    await create({ email: `${spelling}@example.com` }).expect(400);
    expect(await signUp({ username: spelling, email: `${unique()}@example.com` })).toBe(400);
    expect(await signUp({ email: `${spelling}@example.com` })).toBe(400);
    const account = { username: spelling, name: 'A job', rootRole: 'Viewer' };
    await service.api.post(ACCOUNTS, account).expect(400);
    expect(await service.sql('SELECT id FROM app_user')).toEqual(before);
  });

  test('is refused as the new e-mail address of somebody else', async () => {
    const { id } = await person(service);
    await service.api.put(`${USERS}/${id}`, { email: 'VICTIM@example.com' }).expect(400);
    await service.api.put(`${USERS}/${id}`, { email: 'victim' }).expect(400);
  });

  test('is free again when its account is deleted or renamed', async () => {
    const username = unique('once');
    const first = await create({ username, email: `${username}@example.com` }).expect(201);
    await service.api
      .put(`${USERS}/${first.body.id}`, { email: `${username}@example.org` })
      .expect(200);
    const second = await create({ username: `${username}@example.com` }).expect(201);
    await service.api.delete(`${USERS}/${first.body.id}`).expect(200);
    await service.api.delete(`${USERS}/${second.body.id}`).expect(200);
    await create({ username: username.toUpperCase(), email: `${username}@example.com` }).expect(
      201,
    );
  });

  test('can be both names of one account', async () => {
    const name = `${unique('both')}@example.com`;
    const { body } = await create({ username: name.toUpperCase(), email: name }).expect(201);
    await service.api.put(`${USERS}/${body.id}`, { name: 'Somebody else' }).expect(200);
  });
});

test('a name of invisible characters only is refused', async () => {
  await create({ username: '\u200b\u2060' }).expect(400);
});

test('names in different languages stay different', () => {
  const names = [
    'josé',
    'jose',
    'müller',
    'muller',
    '田中',
    '田',
    'иван',
    'john smith',
    'johnsmith',
  ];
  expect(new Set(names.map(normalName)).size).toBe(names.length);
});

test('failures count for an account, by whichever of its names and however it is written', async () => {
  const username = unique('counted');
  const { body } = await create({ username, email: `${username}@example.com` }).expect(201);
  await service.sql('DELETE FROM attempt');
  for (const name of [username, `${username}@example.com`, `${username.toUpperCase()}@EXAMPLE.com`])
    await signIn(name, 'wrong').expect(401);
  const counted = await service.sql<{ attempts: number }>(
    "SELECT attempts FROM attempt WHERE key LIKE 'login %'",
  );
  expect(counted).toEqual([{ attempts: 3 }]);
  expect(body.id).toBeGreaterThan(0);
});

describe('accounts that already share a name', () => {
  test('keep it, are reported when the service starts, and keep their own throttles', async () => {
    const victim = `${unique('shared')}@example.com`;
    await create({ email: victim }).expect(201);
    const attacker = await create({ username: unique('attacker') }).expect(201);
    await service.sql('UPDATE app_user SET username = $2 WHERE id = $1', [
      attacker.body.id,
      victim,
    ]);
    await service.sql('DELETE FROM sign_in_name WHERE user_id = $1', [attacker.body.id]);
    const missing = () =>
      service.service.app.get(UnitOfWork).run(SYSTEM, (tx) => addMissingSignInNames(tx));

    expect(await missing()).toEqual([attacker.body.id]);
    await service.service.app.get(InstanceSetup).prepare();

    await service.sql('DELETE FROM attempt');
    await service.sql('UPDATE app_user SET password_hash = NULL WHERE email = $1', [victim]);
    for (let n = 0; n < 3; n++) await signIn(victim, 'wrong').expect(401);
    await signIn(victim, PASSWORD).expect(200);
    const failures = await service.sql("SELECT FROM attempt WHERE key LIKE 'failed %'");
    expect(failures).toHaveLength(1);
    await service.api.put(`${USERS}/${attacker.body.id}`, { name: 'Renamed' }).expect(200);
  });
});
