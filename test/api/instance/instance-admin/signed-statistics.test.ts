import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { SecretBox } from '../../../../src/core/auth/secret-box.js';
import { inMaintenance } from '../../../../src/platform/database/maintenance.js';
import { trustedKeys } from '../../../../src/audit/signing/endorsement.js';
import { rotateKey } from '../../../../src/audit/signing/key-store.js';
import { SigningKeys } from '../../../../src/audit/signing/signing-keys.js';
import { formsOf } from '../../../support/dump.js';
import { runProcess } from '../../../support/programs.js';
import { TestService } from '../../../support/service.js';

const PATH = '/api/admin/instance-admin/statistics';
const JWKS = '/.well-known/jwks.json';
const TYPE = 'application/jose+json';
const KEY = { ENCRYPTION_KEY: 'a-key-of-all-tests-that-name-no-other' };

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Jwk {
  kid: string;
  x: string;
  endorsement?: string;
}

interface Jws {
  payload: string;
  protected: string;
  signature: string;
}

const jwks = async (from = service): Promise<Jwk[]> =>
  (await from.api.as().get(JWKS).expect(200)).body.keys as Jwk[];

/** Verifies with Node alone what the service signed, and returns what it signed. */
function verified(jws: Jws, keys: readonly Jwk[]): { header: { kid: string }; payload: object } {
  const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString()) as {
    kid: string;
    alg: string;
  };
  const { x } = keys.find(({ kid }) => kid === header.kid)!;
  const isValid = verify(
    null,
    Buffer.from(`${jws.protected}.${jws.payload}`),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    Buffer.from(jws.signature, 'base64url'),
  );
  expect({ isValid, alg: header.alg }).toEqual({ isValid: true, alg: 'EdDSA' });
  return {
    header,
    payload: JSON.parse(Buffer.from(jws.payload, 'base64url').toString()) as object,
  };
}

const signed = async (from = service): Promise<Jws> => {
  const { body, headers } = await from.api.get(`${PATH}?signed=true`).expect(200);
  expect(headers['content-type']).toMatch(TYPE);
  return body as Jws;
};

describe('signed statistics', () => {
  test('are the statistics in canonical JSON, with their checksum', async () => {
    const { payload } = verified(await signed(), await jwks());
    const { body: plain } = await service.api.get(PATH).expect(200);

    expect(Object.keys(payload).sort()).toEqual(Object.keys(plain as object).sort());
    const { sum, ...others } = payload as { sum: string };
    expect(others).toEqual({ ...plain, sum: undefined, timestamp: expect.any(String) });
    const sorted = JSON.stringify(others, (_, value: unknown) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
    expect(sum).toBe(createHash('sha256').update(sorted).digest('hex'));
  });

  test('are returned to callers that prefer their type, and nobody else', async () => {
    const { body, headers } = await service.api.get(PATH).set('Accept', TYPE).expect(200);
    expect(headers['content-type']).toMatch(TYPE);
    verified(body as Jws, await jwks());

    for (const accept of ['*/*', 'application/json', `application/json, ${TYPE};q=0.5`]) {
      const usual = await service.api.get(PATH).set('Accept', accept).expect(200);
      expect(usual.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(usual.body).toHaveProperty('sum');
    }
    expect((await service.api.get(`${PATH}?signed=false`).expect(200)).body).toHaveProperty('sum');
    await service.api.get(`${PATH}?signed=maybe`).expect(400);
  });

  test('no longer verify when they were changed', async () => {
    const jws = await signed();
    const payload = Buffer.from(
      Buffer.from(jws.payload, 'base64url').toString().replace('"users":1', '"users":2'),
    ).toString('base64url');
    expect(payload).not.toBe(jws.payload);
    expect(() => verified({ ...jws, payload }, [])).toThrow();
    const keys = await jwks();
    expect(() => verified({ ...jws, payload }, keys)).toThrow();
  });
});

describe('the keys that sign statistics', () => {
  test('are public, cacheable, and named by their thumbprint', async () => {
    const { body, headers } = await service.api.as().get(JWKS).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(body.keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        use: 'sig',
        alg: 'EdDSA',
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.any(String),
      },
    ]);
    const [{ kid, x }] = body.keys as [Jwk];
    const members = `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`;
    expect(kid).toBe(createHash('sha256').update(members).digest('base64url'));
  });

  test('instances that start together generate one', async () => {
    await service.sql('DELETE FROM signing_key');
    const others = await Promise.all([service.beside(), service.beside(), service.beside()]);
    try {
      const ids = await Promise.all(
        others.map((other) => other.service.app.get(SigningKeys).current()),
      );
      expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
      expect(await jwks()).toHaveLength(1);
    } finally {
      for (const other of others) await other.stop();
    }
  });

  test('are stored encrypted', async () => {
    const { seed } = await service.service.app.get(SigningKeys).current();
    const stored = JSON.stringify(await service.sql('SELECT * FROM signing_key'));
    for (const form of formsOf(seed)) expect(stored).not.toContain(form);
  });

  test('a rotation is used by all instances at once, and the key before endorses the new one', async () => {
    const other = await service.beside();
    try {
      const before = await signed();
      const [first] = await jwks();
      const { id, endorsedBy } = await inMaintenance(
        { url: service.databaseUrl, ssl: false },
        'READ COMMITTED',
        (query) =>
          rotateKey(query, new SecretBox(loadConfig(KEY)), { given: undefined, isLost: false }),
      );
      expect(endorsedBy).toBe(first!.kid);
      const keys = await jwks(other);
      expect(keys.map(({ kid }) => kid)).toEqual([first!.kid, id]);
      for (const one of [service, other])
        expect(verified(await signed(one), keys).header.kid).toBe(id);
      verified(before, keys);

      const published = keys.map(({ kid, x, endorsement = null }) => ({
        id: kid,
        publicKey: x,
        endorsement,
      }));
      expect([...trustedKeys(published, [first!.kid]).keys()]).toEqual([first!.kid, id]);
      const forged = published.map((key) => ({ ...key, publicKey: 'A'.repeat(43) }));
      expect([...trustedKeys(forged, [first!.kid]).keys()]).toEqual([first!.kid]);
    } finally {
      await other.stop();
    }
  });

  test('SIGNING_KEY replaces a generated key, which endorses it', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const { x } = privateKey.export({ format: 'jwk' });
    const other = await service.beside({ SIGNING_KEY: pem.replaceAll('\n', '\\n') });
    try {
      const keys = await jwks();
      expect(keys.at(-1)).toMatchObject({ x, endorsement: expect.any(String) });
      expect(verified(await signed(other), keys).header.kid).toBe(keys.at(-1)!.kid);
    } finally {
      await other.stop();
    }
  });

  test('without any key, nothing is signed and the answer says what to set', async () => {
    const keyless = await TestService.start({ ENCRYPTION_KEY: '' });
    try {
      const { body } = await keyless.api.get(`${PATH}?signed=true`).expect(403);
      expect(body.message).toContain('ENCRYPTION_KEY or SIGNING_KEY');
      await keyless.api.get(PATH).expect(200);
      expect(await jwks(keyless)).toEqual([]);
    } finally {
      await keyless.stop();
    }
  });

  test('a key that cannot be decrypted is not replaced silently', async () => {
    const other = await service.beside({
      ENCRYPTION_KEY: 'another key, that is just as long as that',
    });
    try {
      const count = (await jwks()).length;
      const { body } = await other.api.get(`${PATH}?signed=true`).expect(403);
      expect(body.message).toContain('signing-key:rotate -- --lost');
      expect(await jwks()).toHaveLength(count);
    } finally {
      await other.stop();
    }
  });

  test('the command rotates', async () => {
    const environment = { ...KEY, DATABASE_URL: service.databaseUrl };
    const command = ['rotate-signing-key'];
    const { out, code } = await runProcess('admin/admin.js', command, environment);
    expect(code).toBe(0);
    const keys = await jwks();
    expect(out).toContain(`The signing key is now ${keys.at(-1)!.kid}.`);
    expect(out).toContain(`The key ${keys.at(-3)!.kid} endorses it.`);
  });
});
