import { TestService, CLIENT_TOKEN } from '../../support/service.js';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
test('x', async () => {
  const f = await service.given.feature({ enabledIn: ['development'], tags: [{ type: 'simple', value: 'ab' }] });
  const sdk = service.api.as({ token: CLIENT_TOKEN });
  const { body, headers } = await sdk.get('/api/client/features').expect(200);
  console.log(JSON.stringify(body), headers);
  await service.api.post(`/api/admin/projects/default/features/${f}/environments/development/off`).expect(200);
  console.log(JSON.stringify((await sdk.get('/api/client/features').expect(200)).body));
  await sdk.get('/api/client/features').set('if-none-match', headers['etag']!).expect(200);
  console.log((await sdk.get(`/api/client/features/${f}`).expect(200)).text);
});
