import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { problemsOf } from '../support/config-problems.js';

test('nothing has to be set', () => {
  expect(loadConfig({})).toMatchObject({
    port: 4242,
    host: undefined,
    basePath: '',
    publicUrl: 'http://localhost:4242',
    logLevel: 'info',
    database: {
      url: undefined,
      directUrl: undefined,
      ssl: false,
      poolMax: 16,
      preparedStatements: 'auto',
      embeddedDir: 'data',
      limits: {
        longReads: 2,
        longReadQueue: 20,
        longReadMs: 15_000,
        connectMs: 3_000,
        statementMs: 30_000,
        lockMs: 5_000,
        idleMs: 10_000,
      },
    },
    http: { keepAliveMs: 75_000, requestMs: 10_000 },
    encryption: { key: undefined, keyFile: 'data/encryption.key' },
    forcePasswordLogin: false,
    metricsRetentionDays: 30,
    eventRetentionDays: 0,
    tokenUseRetentionDays: 90,
    sessionHours: 48,
    trustedProxies: 0,
    limits: { loginsPerMinute: 10, newUsersPerMinute: 20, tokenMissesPerMinute: 200 },
    secureCookies: false,
    initialTokens: [],
    allowWeakSecrets: false,
    personalTokens: { maxDays: 365, recentSignInMinutes: 60 },
    quotas: { unitsPerSecond: 1000, sdkPerSecond: 10_000, expensiveAtOnce: 4 },
    firstAdmin: { username: 'admin', password: undefined },
    clientFeatures: {
      pollSeconds: 5,
      maxStreams: 5000,
      heartbeatSeconds: 20,
      maxStreamsPerToken: 2500,
      cacheBytes: 128 * 1024 * 1024,
      deltaLogBytes: 64 * 1024 * 1024,
      outgoingBytes: 256 * 1024 * 1024,
    },
    webhooks: { allowPrivateAddresses: false, timeoutSeconds: 10 },
  });
});

test('an empty variable counts as unset', () => {
  expect(
    loadConfig({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '', INIT_ADMIN_API_TOKENS: ' , ' }),
  ).toEqual(loadConfig({}));
});

test('one message names everything that is wrong', () => {
  const load = (): unknown =>
    loadConfig({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://host/db',
      SECURE_COOKIES: 'yes',
      DATABASE_POOL_MAX: '0',
    });

  expect(load).toThrow(
    [
      'The configuration cannot be used:',
      '  PORT must be a whole number from 0 to 65535.',
      '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
      '  DATABASE_URL must be an address like postgres://user:password@host:5432/database.',
      '  DATABASE_POOL_MAX must be a whole number from 1 to 1000.',
      '  SECURE_COOKIES must be one of true, false.',
    ].join('\n'),
  );
});

test.each([
  ['PORT', ['eighty', '-1', '65536', '80.5', '1e3', '0x50']],
  ['BASE_URI_PATH', ['flags', '/flags/', '/with blank', '/a?b']],
  ['UNLEASH_URL', ['localhost:4242', 'ftp://flags.example.com']],
  ['LOG_LEVEL', ['verbose', '1']],
  ['DATABASE_URL', ['host:5432', 'http://host/db', 'postgres://']],
  ['DATABASE_SSL', ['yes', '{}', '{"rejectUnauthorized": 1}']],
  ['DATABASE_POOL_MAX', ['0', '1001', 'many']],
  ['DATABASE_LONG_READS', ['0', '1001']],
  ['DATABASE_LONG_READ_QUEUE', ['-1', '10001']],
  ['DATABASE_LOCK_SECONDS', ['0', '0.5', '3601']],
  ['HTTP_REQUEST_SECONDS', ['0', '3601']],
  ['SHUTDOWN_SECONDS', ['0', '601']],
  ['SHUTDOWN_DELAY_SECONDS', ['-1', '301']],
  ['CLIENT_FEATURES_POLL_SECONDS', ['0', '3601', 'often']],
  ['CLIENT_STREAMS_MAX', ['-1', '1000001', 'all']],
  ['CLIENT_STREAM_HEARTBEAT_SECONDS', ['0', '51', 'never']],
  ['SESSION_TTL_HOURS', ['0', '-5', 'long']],
  ['TRUST_PROXY', ['-1', '17', 'true']],
  ['SIMPLE_LOGIN_LIMIT_PER_MINUTE', ['0', 'none']],
  ['CREATE_USER_RATE_LIMIT_PER_MINUTE', ['0', 'none']],
  ['TOKEN_MISS_LIMIT_PER_MINUTE', ['0', 'none']],
  ['PERSONAL_TOKEN_MAX_DAYS', ['0', '36501', 'ever']],
  ['PERSONAL_TOKEN_SIGN_IN_MINUTES', ['0', '525601', 'ever']],
  ['REQUEST_QUOTA_PER_SECOND', ['9', 'none']],
  ['SDK_QUOTA_PER_SECOND', ['0', 'none']],
  ['EXPENSIVE_REQUESTS_AT_ONCE', ['0', '10001', 'all']],
  ['ALLOW_WEAK_SECRETS', ['1', 'yes']],
  ['SECURE_COOKIES', ['1', 'on']],
  ['WEBHOOK_ALLOW_PRIVATE_ADDRESSES', ['1', '10.0.0.0/8']],
  ['WEBHOOK_TIMEOUT_SECONDS', ['0', '61', '1.5']],
  ['EMAIL_PORT', ['0', '65536', 'smtp']],
  ['EMAIL_SECURE', ['1', 'tls']],
  ['EMAIL_SENDER', ['nobody', 'a@example.com, b@example.com', 'Flags <flags>']],
  ['INIT_ADMIN_API_TOKENS', ['secret', 'default:development.secret', '*:*', '*:*.15-characters--']],
  [
    'INIT_CLIENT_API_TOKENS',
    ['secret', 'default:*.secret', 'default:development', 'default:development.a.b.c.d.e.f.g.h'],
  ],
  ['INIT_FRONTEND_API_TOKENS', ['*:*.secret', ':development.secret', '*:development.secret']],
])('%s is refused when it cannot be used', (name, values) => {
  for (const value of values) {
    const problems = problemsOf({ [name]: value });
    expect({ value, problems: problems.length }).toEqual({ value, problems: 1 });
    expect(problems[0]).toMatch(new RegExp(`^${name} must be `));
  }
});

test.each([
  ['INIT_ADMIN_API_TOKENS', '*:*.'],
  ['INIT_CLIENT_API_TOKENS', 'default:development.'],
  ['INIT_FRONTEND_API_TOKENS', '*:development.'],
])(
  '%s has 16 characters after the dot at least, unless weak secrets are allowed',
  (name, scope) => {
    expect(problemsOf({ [name]: `${scope}sixteen-letters!` })).toEqual([]);
    expect(problemsOf({ [name]: `${scope}fifteen-letters` })).toEqual([
      `${name} must be tokens with at least 16 characters after the dot; for tests ALLOW_WEAK_SECRETS=true permits less.`,
    ]);
    expect(problemsOf({ [name]: `${scope}x`, ALLOW_WEAK_SECRETS: 'true' })).toEqual([]);
  },
);

test('a message repeats no value: it may be a secret', () => {
  const environment = {
    INIT_ADMIN_API_TOKENS: 'top-secret',
    DATABASE_URL: 'mysql://me:top-secret@host/db',
  };

  expect(problemsOf(environment)).toHaveLength(2);
  expect(problemsOf(environment).join()).not.toContain('top-secret');
});

test('a mail server needs a sender, and a user a password', () => {
  expect(problemsOf({ EMAIL_HOST: 'mail', EMAIL_USER: 'me' })).toEqual([
    'EMAIL_SENDER must be set together with EMAIL_HOST.',
    'EMAIL_PASSWORD must be set exactly when EMAIL_USER is.',
  ]);
  const { email } = loadConfig({ EMAIL_HOST: 'mail', EMAIL_SENDER: 'Flags <flags@example.com>' });
  expect(email).toEqual({
    host: 'mail',
    port: 587,
    secure: false,
    user: undefined,
    password: undefined,
    sender: 'Flags <flags@example.com>',
  });
});

test('every setting that is set is read', () => {
  const config = loadConfig({
    PORT: '8080',
    BASE_URI_PATH: '/flags',
    LOG_LEVEL: 'DEBUG',
    DATABASE_URL: 'postgres://me:it@db:5432/flags',
    DATABASE_SSL: '{"rejectUnauthorized": false}',
    SECURE_COOKIES: 'true',
    ALLOW_WEAK_SECRETS: 'true',
    INIT_ADMIN_API_TOKENS: '*:*.one, *:*.two',
    INIT_CLIENT_API_TOKENS: 'default:development.three',
    INIT_BACKEND_API_TOKENS: 'default:development.four',
  });

  expect(config).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080/flags',
    logLevel: 'debug',
    database: { url: 'postgres://me:it@db:5432/flags', ssl: 'no-verify' },
    secureCookies: true,
    initialTokens: [
      { secret: '*:*.one', type: 'admin' },
      { secret: '*:*.two', type: 'admin' },
      { secret: 'default:development.three', type: 'client' },
      { secret: 'default:development.four', type: 'client' },
    ],
  });
});

test('nobody can change it afterwards', () => {
  const config = loadConfig({});

  expect(() => Object.assign(config.database, { poolMax: 1 })).toThrow(TypeError);
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
});

test.each([
  [{ UNLEASH_URL: 'https://flags.example.com' }, true],
  [{ UNLEASH_URL: 'http://flags.example.com' }, false],
  [{ UNLEASH_URL: 'https://flags.example.com', SECURE_COOKIES: 'false' }, false],
])(
  'the session cookie is for HTTPS alone where that is how people reach the service: %j',
  (env, secure) => {
    expect(loadConfig(env).secureCookies).toBe(secure);
  },
);

describe('SIGNING_KEY', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d } = privateKey.export({ format: 'jwk' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

  test.each([
    ['PEM', pem],
    ['PEM on one line', pem.replaceAll('\n', '\\n')],
    ['JWK', JSON.stringify(privateKey.export({ format: 'jwk' }))],
    ['base64', Buffer.from(d!, 'base64url').toString('base64')],
    ['base64url', d!],
  ])('can be given as %s', (_, text) => {
    expect(loadConfig({ SIGNING_KEY: text }).signingSeed).toBe(d);
  });

  test.each([
    ['a key of another type', rsaKey()],
    ['a public key', createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }) as string],
    ['too few bytes', Buffer.alloc(31).toString('base64')],
    ['something else', 'secret'],
  ])('is refused when it is %s, without being shown', (_, text) => {
    const problems = problemsOf({ SIGNING_KEY: text });
    expect(problems).toEqual([
      expect.stringMatching(/^SIGNING_KEY must be an Ed25519 private key/),
    ]);
    expect(problems[0]).not.toContain(text);
  });
});

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
}
