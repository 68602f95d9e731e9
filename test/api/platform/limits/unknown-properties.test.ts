import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const PASSWORD = 'Correct-Horse-9-Battery';
const later = new Date(Date.now() + 86_400_000).toISOString();

test.each([
  ['/auth/simple/login', { username: 'admin', password: PASSWORD }],
  ['/auth/reset/validate-password', { password: PASSWORD }],
  ['/auth/reset/password', { token: 'x', password: PASSWORD }],
  ['/auth/reset/password-email', { email: 'nobody@example.com' }],
  ['/invite/unknown/signup', { email: 'a@example.com', name: 'A', password: PASSWORD }],
  ['/api/admin/context/validate', { name: 'free' }],
  ['/api/admin/context/userId/legal-values', { value: 'x' }],
  ['/api/admin/segments/validate', { name: 'free' }],
  ['/api/admin/projects/default/environments', { environment: 'development' }],
  ['/api/admin/user-admin', { username: 'somebody', rootRole: 3 }],
  ['/api/admin/user-admin/validate-password', { password: PASSWORD }],
  ['/api/admin/user-admin/inactive/delete', { ids: [] }],
  ['/api/admin/invite-link/tokens', { name: 'link', expiresAt: later }],
  ['/api/admin/ui-config', { frontendSettings: { frontendApiOrigins: [] } }],
])('POST %s refuses a property that it does not know', async (path, body: object) => {
  const sent = service.api.post(path, { ...body, zap: 1 });
  expect((await sent.expect(400)).body).toMatchObject({ name: 'BadDataError' });
});

test('a patch of a strategy refuses a property that strategies do not have', async () => {
  const feature = await service.given.feature();
  const path = `${at(feature)}/environments/development/strategies`;
  const { id } = (await service.api.post(path, { name: 'default' }).expect(200)).body;
  const add = (name: string, value: unknown) =>
    service.api.patch(`${path}/${id}`, [{ op: 'add', path: `/${name}`, value }]);
  await add('zap', 4).expect(400);
  await add('title', 'New').expect(200);
});
