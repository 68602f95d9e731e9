import { at, FEATURES } from '../../../support/api.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test.each([
  ['a change', '*', /does not support the header If-None-Match/],
  ['a creation', '"feature:1"', /must be \*/],
])('If-None-Match of %s with %s is refused instead of ignored', async (what, header, message) => {
  const feature = await service.given.feature();
  const request =
    what === 'a change'
      ? service.api.post(`${at(feature, 'production')}/on`)
      : service.api.post(FEATURES, { name: `${feature}-2` });
  const { body } = await request.set('If-None-Match', header).expect(400);
  expect(body.message).toMatch(message);
  expect(await eventsOf(service, feature)).toHaveLength(1);
  expect(await eventsOf(service, `${feature}-2`)).toHaveLength(0);
});

test.each([
  ['feature', FEATURES, () => ({ name: unique() })],
  ['project', '/api/admin/projects', () => ({ id: unique('project'), name: 'taken' })],
  ['environment', '/api/admin/environments', () => ({ name: unique('env'), type: 'test' })],
  ['segment', '/api/admin/segments', () => ({ name: unique('segment'), constraints: [] })],
  ['context field', '/api/admin/context', () => ({ name: unique('field') })],
  ['strategy', '/api/admin/strategies', () => ({ name: unique('strategy'), parameters: [] })],
  ['tag type', '/api/admin/tag-types', () => ({ name: unique('type'), description: '' })],
  ['tag', '/api/admin/tags', () => ({ type: 'simple', value: unique('tag') })],
  ['group', '/api/admin/groups', () => ({ name: unique('group') })],
  [
    'role',
    '/api/admin/roles',
    () => ({ name: unique('role'), description: 'x', type: 'root-custom', permissions: [] }),
  ],
  [
    'context field of a project',
    '/api/admin/projects/default/context',
    () => ({ name: unique('field') }),
  ],
  ['release plan template', '/api/admin/release-plan-templates', () => ({ name: unique() })],
  ['user', '/api/admin/user-admin', () => ({ username: unique('user'), rootRole: 3 })],
  [
    'service account',
    '/api/admin/service-account',
    () => ({ username: unique('account'), name: 'account', rootRole: 3 }),
  ],
])('If-None-Match: * creates a %s once', async (kind, path, make) => {
  const body = make();
  const create = () => service.api.post(path, body).set('If-None-Match', '*');
  expect((await create()).status).toBeLessThan(300);
  const refused = await create().expect(412);
  expect(refused.body.name).toBe('PreconditionFailedError');
  await service.api.post(path, body).expect(kind === 'user' ? 400 : 409);
});
