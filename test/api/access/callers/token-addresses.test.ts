import type { HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const TOKENS = '/api/admin/api-tokens';
const HOME = '127.0.0.0/8';
const OFFICE = '10.0.0.0/8';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ TRUST_PROXY: '1' });
});
afterAll(() => service.stop());

async function token(
  allowedAddresses: string[],
  type = 'client',
): Promise<{ id: string; secret: string }> {
  const { body } = await service.api
    .post(TOKENS, {
      ...{ tokenName: unique('limited'), type, allowedAddresses },
      ...(type === 'admin' ? {} : { environment: 'development' }),
    })
    .expect(201);
  return body as { id: string; secret: string };
}

/** Asks for features, from another address if one is given. */
function poll(secret: string, from?: string): HttpCall {
  const call = service.api.as({ token: secret }).get('/api/client/features');
  return from === undefined ? call : call.set('x-forwarded-for', from);
}

test('a token works from its addresses alone', async () => {
  const { secret } = await token([OFFICE, '2001:db8::/32', '192.0.2.7']);
  for (const from of ['10.9.8.7', '::ffff:10.9.8.7', '2001:db8::1', '192.0.2.7'])
    await poll(secret, from).expect(200);
  for (const from of ['11.0.0.1', '2001:db9::1', '192.0.2.8', 'unknown']) {
    const { body } = await poll(secret, from).expect(403);
    expect(body.message).toContain('cannot be used from');
  }
  await poll(secret).expect(403);
});

test('polls that are repeated are refused from elsewhere, too', async () => {
  const { secret } = await token([OFFICE]);
  for (let n = 0; n < 3; n++) {
    await poll(secret, '10.0.0.1').expect(200);
    await poll(secret, '11.0.0.1').expect(403);
  }
});

test('admin and frontend tokens are limited in the same way', async () => {
  const admin = service.api.as({ token: (await token([HOME], 'admin')).secret });
  await admin.get('/api/admin/projects').expect(200);
  await admin.get('/api/admin/projects').set('x-forwarded-for', '10.0.0.1').expect(403);
  const frontend = service.api.as({ token: (await token([HOME], 'frontend')).secret });
  await frontend.get('/api/frontend').expect(200);
  await frontend.get('/api/frontend').set('x-forwarded-for', '10.0.0.1').expect(403);
});

test('the addresses are shown, changed and recorded, and effective at once', async () => {
  const { id, secret } = await token([OFFICE, OFFICE]);
  const path = `${TOKENS}/${id}`;
  await poll(secret).expect(403);
  const happened = await recorder(service);
  await service.api.put(path, { allowedAddresses: [HOME] }).expect(200);
  await poll(secret).expect(200);
  const [changed] = await happened();
  expect(changed).toMatchObject(
    event(
      'api-token-updated',
      {
        data: { allowedAddresses: [HOME], expiresAt: null },
        preData: { allowedAddresses: [OFFICE] },
      },
      { project: '*', environment: 'development' },
    ),
  );
  await service.api.put(path, { expiresAt: '2090-01-01T00:00:00Z' }).expect(200);
  const listed = async (): Promise<object | undefined> => {
    const { body } = await service.api.get(TOKENS).expect(200);
    return body.tokens.find((one: { id: string }) => one.id === id);
  };
  expect(await listed()).toMatchObject({
    allowedAddresses: [HOME],
    expiresAt: expect.stringMatching(/^2090/),
  });
  await service.api.put(path, { allowedAddresses: [] }).expect(200);
  expect(await listed()).not.toHaveProperty('allowedAddresses');
  await poll(secret, '192.0.2.1').expect(200);
  await service.api.put(path, {}).expect(400);
});

test.each([
  '10.0.0.0/33',
  '::/129',
  '10.0.0',
  'example.com',
  '10.0.0.1-10.0.0.9',
  'fe80::1%eth0',
  '',
])('the address %p is refused', async (address) => {
  const { body } = await service.api
    .post(TOKENS, { tokenName: 'x', type: 'admin', allowedAddresses: [address] })
    .expect(400);
  expect(body.details[0]).toMatchObject({ path: '/body/allowedAddresses' });
});

test('an edge learns of a token only where the token can be used', async () => {
  const { secret } = await token([OFFICE]);
  const valid = async (from: string): Promise<string[]> => {
    const { body } = await service.api
      .as()
      .post('/edge/validate', { tokens: [secret] })
      .set('x-forwarded-for', from)
      .expect(200);
    return body.tokens.map((one: { token: string }) => one.token);
  };
  expect(await valid('10.0.0.1')).toEqual([secret]);
  expect(await valid('11.0.0.1')).toEqual([]);
});
