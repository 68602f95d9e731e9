import { unique } from '../../../support/given.js';
import { DirectoryScene, SCIM } from './scene.js';

let scene: DirectoryScene;
beforeAll(async () => {
  scene = await DirectoryScene.start();
});
afterAll(() => scene.stop());

const BULK = `${SCIM}/Bulk`;
const bulk = (operations: object[], others: object = {}) =>
  scene.scim.post(BULK, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: operations,
    ...others,
  });

test('several requests are carried out, and later ones refer to earlier ones', async () => {
  const [userName, displayName] = [unique('ada'), unique('team')];
  const { body } = await bulk([
    { method: 'POST', path: '/Users', bulkId: 'ada', data: { userName } },
    {
      ...{ method: 'POST', path: '/Groups', bulkId: 'team' },
      data: { displayName, members: [{ value: 'bulkId:ada' }] },
    },
    {
      ...{ method: 'PATCH', path: '/Users/bulkId:ada' },
      data: { Operations: [{ op: 'replace', path: 'displayName', value: 'Ada' }] },
    },
  ]).expect(200);
  expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual([
    ...['201', '201', '200'],
  ]);
  const [user, group] = body.Operations.map(({ location }: { location: string }) =>
    location.split('/').pop(),
  );
  expect(await scene.members(group)).toEqual([Number(user)]);
  const { body: read } = await scene.scim.get(`${SCIM}/Users/${user}`).expect(200);
  expect(read.displayName).toBe('Ada');
  const gone = { method: 'DELETE', path: `/Users/${user}` };
  const { body: last } = await bulk([gone, gone]).expect(200);
  expect(last.Operations).toMatchObject([
    { status: '204' },
    { status: '404', response: { status: '404' } },
  ]);
});

test('a request that fails does not stop others, up to a number of errors', async () => {
  const good = (): object => ({ method: 'POST', path: '/Users', data: { userName: unique('u') } });
  const bad = { method: 'POST', path: '/Users', data: {} };
  const statuses = async (operations: object[], failOnErrors?: number): Promise<string[]> => {
    const { body } = await bulk(operations, failOnErrors ? { failOnErrors } : {}).expect(200);
    return body.Operations.map(({ status }: { status: string }) => status);
  };
  expect(await statuses([bad, good(), bad, good()])).toEqual(['400', '201', '400', '201']);
  expect(await statuses([good(), bad, good()], 1)).toEqual(['201', '400']);
  expect(
    await statuses([
      { ...bad, path: '/Roles' },
      { ...bad, path: '/Users/7' },
    ]),
  ).toEqual([...['400', '400']]);
  const unknown = { method: 'DELETE', path: '/Users/bulkId:none' };
  expect(await statuses([unknown])).toEqual(['400']);
});

test('more than 100 requests are refused', async () => {
  const one = { method: 'DELETE', path: '/Users/999999' };
  await bulk(Array(101).fill(one) as object[]).expect(400);
  await scene.scim.post(BULK, { Operations: 'none' }).expect(400);
});
