import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const ask = (tokens: unknown, by: { token?: string } = {}) =>
  service.api.as(by).post('/edge/validate', { tokens });

test('anybody is told which tokens are good, and for what', async () => {
  const { secret } = (
    await service.api.post('/api/admin/api-tokens', {
      tokenName: 'all',
      type: 'client',
      environment: 'production',
      projects: ['*'],
    })
  ).body;

  const { body } = await ask([
    secret,
    'default:development.nosuch',
    CLIENT_TOKEN,
    'garbage',
    FRONTEND_TOKEN,
    secret,
    ADMIN_TOKEN,
  ]).expect(200);

  expect(body).toEqual({
    tokens: [
      { token: secret, type: 'client', environment: 'production', projects: ['*'] },
      { token: CLIENT_TOKEN, type: 'client', environment: 'development', projects: ['default'] },
      {
        token: FRONTEND_TOKEN,
        type: 'frontend',
        environment: 'development',
        projects: ['default'],
      },
      { token: ADMIN_TOKEN, type: 'admin', environment: '*', projects: ['*'] },
    ],
  });
  expect((await ask([]).expect(200)).body).toEqual({ tokens: [] });
});

test('a token that has expired or was revoked is not good', async () => {
  const token = { tokenName: 'short', type: 'client', environment: 'development', projects: ['*'] };
  const { secret } = (await service.api.post('/api/admin/api-tokens', token).expect(201)).body;
  await service.sql(
    "UPDATE api_token SET expires_at = now() - interval '1 second' WHERE name = 'short'",
  );

  expect((await ask([secret]).expect(200)).body).toEqual({ tokens: [] });
});

test('the tokens of SDKs are no key to this, and what is no list of texts is refused', async () => {
  expect((await ask([CLIENT_TOKEN], { token: CLIENT_TOKEN }).expect(403)).body).toEqual({
    message: expect.any(String),
  });
  await ask([CLIENT_TOKEN], { token: FRONTEND_TOKEN }).expect(403);
  await ask([CLIENT_TOKEN], { token: ADMIN_TOKEN }).expect(200);
  await ask(undefined).expect(400);
  await ask('x').expect(400);
  await ask([{}]).expect(400);
});
