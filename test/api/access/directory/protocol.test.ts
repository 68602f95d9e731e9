import { unique } from '../../../support/given.js';
import { DirectoryScene, PATCH_OP, SCIM } from './scene.js';

let scene: DirectoryScene;
beforeAll(async () => {
  scene = await DirectoryScene.start();
});
afterAll(() => scene.stop());

const WORK = 'emails[type eq "work"].value';
const OF_USER = 'urn:ietf:params:scim:schemas:core:2.0:User:';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

async function found(filter: string, of: 'Users' | 'Groups' = 'Users'): Promise<string[]> {
  const { body } = await scene.scim.get(`${SCIM}/${of}`).query({ filter }).expect(200);
  return body.Resources.map(({ id }: { id: string }) => id);
}

describe('filters of RFC 7644', () => {
  let id = '';
  let other = '';
  const name = unique('bjensen');
  beforeAll(async () => {
    const emails = [
      { type: 'work', value: `${name}@example.com`, primary: true },
      { type: 'home', value: `${name}@example.org` },
    ];
    const title = { formatted: 'Barbara Jensen', familyName: "O'Malley", givenName: 'Barbara' };
    const properties = { userName: name, externalId: `X-${name}`, name: title, emails };
    ({ id } = await scene.user(properties));
    ({ id: other } = await scene.user({ active: false }));
  });

  test.each([
    (): string => `userName eq "${name}"`,
    (): string => `USERNAME Eq "${name.toUpperCase()}"`,
    (): string => `${OF_USER}userName sw "${name.slice(0, -1)}"`,
    (): string => `externalId eq "X-${name}"`,
    (): string => `id eq "${id}"`,
    (): string => `name.familyName co "O'Malley" and userName eq "${name}"`,
    (): string => `userName ew "${name.slice(3)}" and active eq true`,
    (): string => `emails.value eq "${name}@example.org"`,
    (): string => `emails eq "${name}@example.org"`,
    (): string => `emails[type eq "work" and value co "${name}"]`,
    (): string => `emails[type eq "work"].value eq "${name}@example.com"`,
    (): string => `emails[not (type eq "work") and value sw "${name}"]`,
    (): string => `userName eq "${name}" and not (active eq false)`,
    (): string => `userName eq "${name}" and (emails co "example.org" or emails.value co "none")`,
    (): string => `userName eq "${name}" and meta.lastModified gt "2011-05-13T04:42:34Z"`,
    (): string => `userName eq "${name}" and meta.created le "2090-01-01T00:00:00.000Z"`,
    (): string => `displayName ne "None" and userName eq "${name}"`,
    (): string => `name.givenName pr and userName eq "${name}"`,
    (): string => `userName ge "${name}" and userName le "${name}"`,
    (): string => `userName eq "${name}" and displayName eq null`,
  ])('%s finds exactly the user who meets it', async (filter) => {
    expect(await found(filter())).toEqual([id]);
  });

  test.each([
    (): string => `externalId eq "x-${name}"`,
    (): string => `emails[type eq "work" and value eq "${name}@example.org"]`,
    (): string => `userName eq "${name}" and displayName pr`,
    (): string => `userName eq "${name}" and groups.value eq "1"`,
    (): string => `userName eq "100%" or userName co "_\\"'; DROP TABLE"`,
  ])('%s finds nobody', async (filter) => {
    expect(await found(filter())).toEqual([]);
  });

  test('"and" binds closer than "or"', async () => {
    const filter = `userName eq "${name}" or active eq false and userName eq "none"`;
    expect(await found(filter)).toEqual([id]);
    expect(await found(`id eq "${other}" and active eq false or userName eq "none"`)).toEqual([
      other,
    ]);
  });

  test('members of a group are found by a filter, which Entra ID asks', async () => {
    const { id: groupId } = await scene.group([id]);
    expect(await found(`id eq "${groupId}" and members eq "${id}"`, 'Groups')).toEqual([groupId]);
    expect(await found(`id eq "${groupId}" and members eq "${other}"`, 'Groups')).toEqual([]);
    expect(await found(`groups.value eq "${groupId}"`)).toEqual([id]);
  });

  test.each([
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName is "bjensen"',
    'userName eq "a" userName eq "b"',
    'userName eq "a" and',
    '(userName eq "a"',
    'emails[type eq "work"',
    'not userName eq "a"',
    'userName eq "a',
    'password eq "secret"',
    'emails.unknown eq "a"',
    'active co "t"',
    'active eq "yes"',
    'userName eq true',
    'meta.created gt "yesterday"',
    'userName eq "\\u0000"',
    `${'('.repeat(20)}userName eq "a"${')'.repeat(20)}`,
    Array.from({ length: 51 }, () => 'active pr').join(' or '),
  ])('the filter %s is refused with a reason', async (filter) => {
    const { body } = await scene.scim.get(`${SCIM}/Users`).query({ filter }).expect(400);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...{ status: '400', scimType: 'invalidFilter', detail: expect.any(String) },
    });
  });
});

test('lists come in pages, by GET and by POST', async () => {
  for (let n = 0; n < 5; n++) await scene.user();
  const all = await scene.scim.get(`${SCIM}/Users`).expect(200);
  const { totalResults } = all.body;
  const page = { startIndex: 2, count: 3 };
  const { body } = await scene.scim.get(`${SCIM}/Users`).query(page).expect(200);
  expect(body).toMatchObject({ totalResults, startIndex: 2, itemsPerPage: 3 });
  expect(body.Resources).toEqual(all.body.Resources.slice(1, 4));
  const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], ...page };
  const { body: same } = await scene.scim.post(`${SCIM}/Users/.search`, search).expect(200);
  expect(same).toEqual(body);
  const none = await scene.scim.get(`${SCIM}/Users`).query({ count: 0, startIndex: -3 });
  expect(none.body).toMatchObject({ totalResults, startIndex: 1, itemsPerPage: 0, Resources: [] });
  await scene.scim.get(`${SCIM}/Users`).query({ count: 'many' }).expect(400);
});

test('responses have the attributes that were asked for', async () => {
  const { id, userName } = await scene.user();
  const path = `${SCIM}/Users/${id}`;
  const wanted = { attributes: `userName,${OF_USER}name.familyName` };
  const { body } = await scene.scim.get(path).query(wanted).expect(200);
  expect(Object.keys(body).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
  const { body: rest } = await scene.scim.get(path).query({ excludedAttributes: 'emails,groups' });
  expect(rest).toMatchObject({ userName, active: true });
  expect(rest).not.toHaveProperty('emails');
  const { id: groupId } = await scene.group([id]);
  const group = await scene.scim
    .get(`${SCIM}/Groups`)
    .query({ filter: `id eq "${groupId}"`, excludedAttributes: 'members' });
  expect(group.body.Resources[0]).not.toHaveProperty('members');
});

test.each([
  [{ op: 'replace', path: 'name.familyName', value: 'King' }, { name: { familyName: 'King' } }],
  [{ op: 'Replace', path: WORK, value: 'a@b.example' }, { emails: [{ value: 'a@b.example' }] }],
  [{ op: 'Add', value: { 'name.givenName': 'Augusta' } }, { name: { givenName: 'Augusta' } }],
  [{ op: 'add', path: `${OF_USER}displayName`, value: 'Countess' }, { displayName: 'Countess' }],
  [{ op: 'replace', value: { displayName: 'Ada', active: 'True' } }, { displayName: 'Ada' }],
  [
    { op: 'add', path: 'name', value: { formatted: 'A. L.' } },
    { name: { familyName: 'Lovelace' } },
  ],
  [{ op: 'replace', path: 'externalId', value: 'e-7' }, { externalId: 'e-7' }],
  [{ op: 'Add', path: `${ENTERPRISE}:department`, value: 'Engines' }, { active: true }],
  [{ op: 'add', value: { [ENTERPRISE]: { department: 'Engines' } } }, { active: true }],
  [{ op: 'add', path: 'title', value: 'Countess' }, { active: true }],
  [{ op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '7' }, { active: true }],
])('the change %j is made', async (operation, expected) => {
  const { id } = await scene.user();
  const { body } = await scene.patch(`Users/${id}`, operation).expect(200);
  expect(body).toMatchObject(expected);
});

test('addresses are added and removed, and there is one primary address', async () => {
  const { id, userName } = await scene.user();
  const home = { type: 'home', value: 'home@example.com', primary: true };
  const add = { op: 'add', path: 'emails', value: [home] };
  const { body } = await scene.patch(`Users/${id}`, add).expect(200);
  expect(body.emails).toEqual([{ type: 'work', value: userName, primary: false }, home]);
  const remove = { op: 'remove', path: 'emails[type eq "home"]' };
  const { body: one } = await scene.patch(`Users/${id}`, remove).expect(200);
  expect(one.emails).toEqual([{ type: 'work', value: userName, primary: false }]);
  const other = { op: 'add', path: 'emails[type eq "other"].value', value: 'o@example.com' };
  const { body: two } = await scene.patch(`Users/${id}`, other).expect(200);
  expect(two.emails[1]).toEqual({ type: 'other', value: 'o@example.com' });
  const { body: none } = await scene.patch(`Users/${id}`, { op: 'remove', path: 'emails' });
  expect(none).not.toHaveProperty('emails.0');
});

test.each([
  ['an unknown operation', { op: 'move', path: 'userName', value: 'x' }, 'invalidSyntax'],
  ['no operation', undefined, 'invalidSyntax'],
  ['a removal without a path', { op: 'remove' }, 'noTarget'],
  ['a path that is none', { op: 'replace', path: 'name..x[', value: 'x' }, 'invalidPath'],
  ['a part of a text', { op: 'replace', path: 'userName.first', value: 'x' }, 'invalidPath'],
  ['a change of the id', { op: 'replace', path: 'id', value: '7' }, 'mutability'],
  ['no user name', { op: 'remove', path: 'userName' }, 'invalidValue'],
  ['an address that is none', { op: 'replace', path: WORK, value: 'none' }, 'invalidValue'],
  ['activity that is no truth', { op: 'replace', path: 'active', value: 7 }, 'invalidValue'],
  [
    'a value for no address',
    { op: 'add', path: 'emails[value co "zz"].type', value: 'x' },
    'noTarget',
  ],
  ['a broken filter', { op: 'add', path: 'emails[type].value', value: 'x' }, 'invalidFilter'],
  ['a text for an object', { op: 'replace', value: 'x' }, 'invalidSyntax'],
])('a patch with %s is refused, and changes nothing', async (_, operation, scimType) => {
  const { id } = await scene.user();
  const path = `${SCIM}/Users/${id}`;
  const { body: before } = await scene.scim.get(path).expect(200);
  const Operations = operation ? [{ op: 'add', path: 'displayName', value: 'x' }, operation] : [];
  const { body } = await scene.scim.patch(path, { schemas: [PATCH_OP], Operations }).expect(400);
  expect(body).toMatchObject({ status: '400', scimType, detail: expect.any(String) });
  expect((await scene.scim.get(path).expect(200)).body).toEqual(before);
});

test('a patch cannot gather more addresses than a user can have, even to remove them again', async () => {
  const { id } = await scene.user();
  const value = Array.from({ length: 21 }, (_, n) => ({ value: `${n}@example.com` }));
  const Operations = [
    { op: 'add', path: 'emails', value },
    { op: 'remove', path: 'emails' },
  ];
  const patch = scene.scim.patch(`${SCIM}/Users/${id}`, { schemas: [PATCH_OP], Operations });
  expect((await patch.expect(400)).body).toMatchObject({ scimType: 'tooMany' });
});

test.each([
  ['no user name', {}],
  ['an empty user name', { userName: ' ' }],
  ['a list of addresses that is none', { userName: 'x', emails: 'a@b.example' }],
  ['an address that is none', { userName: 'x', emails: [{ value: 'none' }] }],
  ['a long name', { userName: 'x'.repeat(256) }],
  ['21 addresses', { userName: 'x', emails: Array(21).fill({ value: 'a@b.example' }) }],
])('a user with %s is refused', async (_, user) => {
  const { body } = await scene.scim.post(`${SCIM}/Users`, user).expect(400);
  expect(body).toMatchObject({ status: '400', scimType: 'invalidValue' });
});

test('a body that is not JSON is refused as wrong syntax', async () => {
  const { body } = await scene.scim
    .post(`${SCIM}/Users`)
    .set('content-type', 'application/scim+json')
    .send('{"userName":')
    .expect(400);
  expect(body).toMatchObject({
    ...{ status: '400', scimType: 'invalidSyntax', detail: 'The body is not valid JSON.' },
  });
});

test('attributes that are null, unknown or in other letters are no obstacle', async () => {
  const userName = unique('entra');
  const { body, headers } = await scene.scim
    .post(`${SCIM}/Users`, {
      schemas: [ENTERPRISE],
      ...{ UserName: userName, displayName: null, name: { formatted: null, givenName: 'Ada' } },
      ...{ nickName: 'x', password: 'ignored', roles: [], [ENTERPRISE]: { department: 'x' } },
      meta: { resourceType: 'User' },
    })
    .set('content-type', 'application/scim+json; charset=utf-8')
    .expect(201);
  expect(body).toMatchObject({ userName, name: { givenName: 'Ada' } });
  expect(headers['content-type']).toContain('application/scim+json');
  expect(headers['location']).toBe(body.meta.location);
});

test('the service describes what it supports', async () => {
  const { body } = await scene.scim.get(`${SCIM}/ServiceProviderConfig`).expect(200);
  expect(body).toMatchObject({
    ...{ patch: { supported: true }, bulk: { supported: true, maxOperations: 100 } },
    ...{ filter: { supported: true, maxResults: 200 }, etag: { supported: false } },
  });
  for (const [what, ids] of [
    ['ResourceTypes', ['User', 'Group']],
    ['Schemas', [`${OF_USER.slice(0, -1)}`, 'urn:ietf:params:scim:schemas:core:2.0:Group']],
  ] as const) {
    const { body: list } = await scene.scim.get(`${SCIM}/${what}`).expect(200);
    expect(list.Resources.map(({ id }: { id: string }) => id)).toEqual(ids);
    const { body: one } = await scene.scim.get(`${SCIM}/${what}/${ids[0]}`).expect(200);
    expect(one).toEqual(list.Resources[0]);
    await scene.scim.get(`${SCIM}/${what}/Unknown`).expect(404);
  }
});

test('the address of the reference leads to the same place', async () => {
  const { id, userName } = await scene.user();
  const { body } = await scene.scim.get(`/scim/Users/${id}`).expect(200);
  expect(body.userName).toBe(userName);
});

test('requests that lead nowhere have errors in the form of SCIM', async () => {
  for (const path of ['Users/ada', 'Users/999999', 'Groups/0', 'Users/99999999999', 'Nothing']) {
    const { body, type } = await scene.scim.get(`${SCIM}/${path}`);
    expect(body).toMatchObject({ status: '404', detail: expect.any(String) });
    expect(type).toBe('application/scim+json');
  }
});
