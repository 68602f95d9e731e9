import { DataSource } from 'typeorm';
import { recorder } from '../../../support/recorder.js';
import { Receiver } from '../../../support/receiver.js';
import { TestService } from '../../../support/service.js';

const ADDONS = '/api/admin/addons';
const ENVIRONMENT = {
  ENCRYPTION_KEY: 'a-key-of-the-tests-with-32-characters',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
  WEBHOOK_TIMEOUT_SECONDS: '1',
};
const SECRETS = {
  url: 'https://example.com/hooks/top-secret-path',
  authorization: 'Bearer top-secret-token',
  customHeaders: '{"X-Key": "top-secret-key"}',
  secret: 'top-secret-signing-key',
};
const MASKED = { authorization: '*****', customHeaders: '*****', secret: '*****' };
const addon = (parameters: object, properties: object = {}): object => ({
  provider: 'webhook',
  enabled: false,
  events: ['feature-created'],
  parameters,
  ...properties,
});

let service: TestService;
beforeAll(async () => {
  service = await TestService.start(ENVIRONMENT);
});
afterAll(() => service.stop());

const given = async (parameters: object = SECRETS): Promise<number> =>
  (await service.api.post(ADDONS, addon(parameters)).expect(201)).body.id as number;
const stored = async (id: number): Promise<string> =>
  (
    await service.sql<{ row: string }>('SELECT parameters::text AS row FROM addon WHERE id = $1', [
      id,
    ])
  )[0]!.row;

describe('secrets stay with the server that they were given for', () => {
  test.each([
    ['another host', 'https://evil.example.com/hooks/top-secret-path'],
    ['another port', 'https://example.com:8443/hooks/top-secret-path'],
    ['another scheme', 'http://example.com/hooks/top-secret-path'],
    ['a host that begins the same', 'https://example.com.evil.net/'],
  ])('%s needs them again', async (_, url) => {
    const id = await given();
    const before = await stored(id);
    const recorded = await recorder(service);

    const { body } = await service.api
      .put(`${ADDONS}/${id}`, addon({ url, ...MASKED }))
      .expect(400);

    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual([
      '/body/parameters/authorization',
      '/body/parameters/customHeaders',
      '/body/parameters/secret',
    ]);
    expect(body.details[0].message).toBe(
      'The parameter authorization must be set again or omitted when the scheme, host or port of url changes.',
    );
    expect(JSON.stringify(body)).not.toContain('top-secret');
    for (const one of Object.keys(MASKED))
      await service.api.put(`${ADDONS}/${id}`, addon({ url, [one]: '*****' })).expect(400);
    expect(await stored(id)).toBe(before);
    expect(await recorded()).toEqual([]);

    await service.api.put(`${ADDONS}/${id}`, addon({ ...SECRETS, url })).expect(200);
    await service.api
      .put(`${ADDONS}/${id}`, addon({ url: 'https://third.example.com/' }))
      .expect(200);
  });

  test('another path at the same server does not', async () => {
    const id = await given();
    const { body } = await service.api
      .put(`${ADDONS}/${id}`, addon({ url: 'https://EXAMPLE.com:443/other', ...MASKED }))
      .expect(200);
    expect(body.parameters).toEqual({ url: '*****', ...MASKED });
  });
});

describe('secrets are stored encrypted', () => {
  test('whether an addon is created or changed, and each for its own purpose', async () => {
    const id = await given();
    await service.api
      .put(`${ADDONS}/${id}`, addon({ url: '*****', ...MASKED, secret: 'top-secret-other-key' }))
      .expect(200);
    const row = await stored(id);
    expect(row).not.toContain('top-secret');
    const { contentType, ...sealed } = JSON.parse(row) as Record<string, unknown>;
    expect(contentType).toBeUndefined();
    expect(Object.values(sealed)).toEqual(
      Array(4).fill({ sealed: expect.stringMatching(/^v1\./) }),
    );
    expect((await service.api.get(`${ADDONS}/${id}`).expect(200)).body.parameters).toEqual({
      url: '*****',
      ...MASKED,
    });
  });

  test('and nothing is recorded when nothing is changed', async () => {
    const id = await given();
    const before = await stored(id);
    const recorded = await recorder(service);
    for (const parameters of [{ url: '*****', ...MASKED }, SECRETS])
      await service.api.put(`${ADDONS}/${id}`, addon(parameters)).expect(200);
    expect([await recorded(), await stored(id)]).toEqual([[], before]);
  });

  test('those in clear are encrypted at the next start, and delivered as before', async () => {
    const receiver = await Receiver.start();
    try {
      const id = await given({ url: receiver.url, authorization: 'Bearer top-secret-token' });
      const inClear = {
        url: receiver.url,
        authorization: 'Bearer top-secret-token',
        contentType: 'application/json',
      };
      await service.sql('UPDATE addon SET parameters = $2, enabled = true WHERE id = $1', [
        id,
        inClear,
      ]);

      const next = await service.beside(ENVIRONMENT);
      try {
        const row = await stored(id);
        expect(row).not.toContain('top-secret');
        expect(JSON.parse(row)).toMatchObject({
          url: { sealed: expect.any(String) },
          contentType: 'application/json',
        });
        await next.given.feature();
        const [received] = await receiver.until(1);
        expect(received!.headers.authorization).toBe('Bearer top-secret-token');
      } finally {
        await next.stop();
      }
      await service.api.delete(`${ADDONS}/${id}`).expect(200);
    } finally {
      await receiver.stop();
    }
  });

  test('with another key they cannot be kept, and can be given again', async () => {
    const id = await given();
    const other = await service.beside({
      ...ENVIRONMENT,
      ENCRYPTION_KEY: 'another-key-of-the-tests-of-32-characters',
    });
    try {
      const { body } = await other.api
        .put(`${ADDONS}/${id}`, addon({ url: SECRETS.url, ...MASKED }))
        .expect(400);
      expect(body.message).toContain('ENCRYPTION_KEY');
      await other.api.put(`${ADDONS}/${id}`, addon(SECRETS)).expect(200);
    } finally {
      await other.stop();
    }
  });

  test('without a key no new one is stored, and the refusal says what to set', async () => {
    const keyless = await service.beside({ ...ENVIRONMENT, ENCRYPTION_KEY: '' });
    try {
      const before = await service.sql('SELECT * FROM addon ORDER BY id');
      const recorded = await recorder(service);
      const { body } = await keyless.api.post(ADDONS, addon(SECRETS)).expect(400);
      expect(body.message).toContain('ENCRYPTION_KEY');
      expect(body.details).toMatchObject([
        { path: expect.stringMatching('^/body/parameters/') as string },
      ]);
      expect([await recorded(), await service.sql('SELECT * FROM addon ORDER BY id')]).toEqual([
        [],
        before,
      ]);
    } finally {
      await keyless.stop();
    }
  });

  test('without a key a webhook with nothing but an address can be created', async () => {
    const keyless = await service.beside({ ...ENVIRONMENT, ENCRYPTION_KEY: '' });
    try {
      const { body } = await keyless.api.post(ADDONS, addon({ url: SECRETS.url })).expect(201);
      expect(JSON.parse(await stored(body.id))).toEqual({ url: SECRETS.url });
      const shown = await keyless.api.get(`${ADDONS}/${body.id}`).expect(200);
      expect(shown.body.parameters.url).toBe('*****');
    } finally {
      await keyless.stop();
    }
  });

  test('without a key those in clear stay as they are, and no other takes their place', async () => {
    const id = await given({ url: SECRETS.url });
    const inClear = { url: SECRETS.url, authorization: 'Bearer top-secret-token' };
    await service.sql('UPDATE addon SET parameters = $2 WHERE id = $1', [id, inClear]);
    const keyless = await service.beside({ ...ENVIRONMENT, ENCRYPTION_KEY: '' });
    try {
      const change = (parameters: object) =>
        keyless.api.put(`${ADDONS}/${id}`, { ...addon(parameters), description: 'changed' });
      await change({ url: '*****', authorization: '*****' }).expect(200);
      expect(JSON.parse(await stored(id))).toEqual(inClear);
      await change({ url: '*****', authorization: 'Bearer another' }).expect(400);
      await change({ url: SECRETS.url, secret: 'top-secret-signing-key' }).expect(400);
      expect(JSON.parse(await stored(id))).toEqual(inClear);
      await change({ url: '*****' }).expect(200);
      expect(JSON.parse(await stored(id))).toEqual({ url: SECRETS.url });
    } finally {
      await keyless.stop();
    }
  });
});

test('a locked addon does not keep the service from starting', async () => {
  const id = await given({ url: SECRETS.url });
  await service.sql('UPDATE addon SET parameters = $2 WHERE id = $1', [id, { url: SECRETS.url }]);
  const holder = service.service.app.get(DataSource).createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT FROM addon WHERE id = $1 FOR UPDATE', [id]);
  try {
    const next = await service.beside(ENVIRONMENT);
    await next.stop();
    expect(JSON.parse(await stored(id))).toEqual({ url: SECRETS.url });
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
});
