import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { problemsOf } from '../support/config-problems.js';

const warningsOf = (environment: NodeJS.ProcessEnv): readonly string[] =>
  loadConfig(environment).warnings;
const urlOf = (environment: NodeJS.ProcessEnv): string | undefined =>
  loadConfig(environment).database.url;

describe('the names of Unleash', () => {
  test.each<[NodeJS.ProcessEnv, string]>([
    [
      { DATABASE_HOST: 'db', DATABASE_USERNAME: 'me', DATABASE_PASSWORD: 'p@ss/w:rd' },
      'postgres://me:p%40ss%2Fw%3Ard@db:5432/unleash',
    ],
    [
      {
        DATABASE_HOST: '::1',
        DATABASE_PORT: '5433',
        DATABASE_USERNAME: 'me',
        DATABASE_NAME: 'a b',
      },
      'postgres://me@[::1]:5433/a%20b',
    ],
    // The address as a whole counts, as in Unleash.
    [{ DATABASE_URL: 'postgres://me@db/one', DATABASE_HOST: 'other' }, 'postgres://me@db/one'],
  ])('%j lead to the database', (environment, url) => {
    expect(urlOf(environment)).toBe(url);
    expect(URL.canParse(url)).toBe(true);
  });

  test('DATABASE_URL_FILE names a file with the address, which counts before all others', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
    const file = path.join(folder, 'url');
    try {
      writeFileSync(file, 'postgres://me@file/flags\n');
      const others = { DATABASE_URL: 'postgres://me@db/one', DATABASE_HOST: 'db' };
      expect(urlOf({ ...others, DATABASE_URL_FILE: file })).toBe('postgres://me@file/flags');
      writeFileSync(file, 'mysql://me@file/flags');
      expect(problemsOf({ DATABASE_URL_FILE: file })).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(problemsOf({ DATABASE_URL_FILE: file })).toEqual([
      'DATABASE_URL_FILE must be the path of a file that can be read.',
    ]);
  });

  test.each(['DATABASE_PORT', 'DATABASE_NAME', 'DATABASE_PASSWORD'])(
    '%s alone does not start the embedded database',
    (name) => {
      const problems = problemsOf({ [name]: '5433' });
      expect(problems).toHaveLength(2);
      expect(problems[0]).toMatch(/^DATABASE_HOST must be /);
      expect(problems[1]).toMatch(/^DATABASE_USERNAME must be /);
    },
  );

  test('another schema is refused, since the tables would be elsewhere', () => {
    expect(problemsOf({ DATABASE_SCHEMA: 'public' })).toEqual([]);
    expect(problemsOf({ DATABASE_SCHEMA: 'flags' })).toHaveLength(1);
  });

  test('HTTP_PORT and SERVER_KEEPALIVE_TIMEOUT are understood', () => {
    expect(loadConfig({ HTTP_PORT: '8080', PORT: '9090' }).port).toBe(8080);
    expect(loadConfig({ SERVER_KEEPALIVE_TIMEOUT: '15' }).http.keepAliveMs).toBe(15_000);
    const both = { SERVER_KEEPALIVE_TIMEOUT: '15', HTTP_KEEP_ALIVE_SECONDS: '20' };
    expect(loadConfig(both).http.keepAliveMs).toBe(20_000);
  });

  test('others are named once, together', () => {
    expect(
      warningsOf({ AUTH_TYPE: 'none', CHECK_VERSION: 'false', DATABASE_POOL_MIN: '2' }),
    ).toEqual([
      'Settings of Unleash that change nothing here: AUTH_TYPE, CHECK_VERSION, DATABASE_POOL_MIN.',
    ]);
  });
});

describe('a misspelt name', () => {
  test.each([
    ['DATABASE_POOL', 'DATABASE_POOL_MAX'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PORTS', 'PORT'],
    ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
    ['UNLEASH_DEFAULT_ADMIN_PASWORD', 'UNLEASH_DEFAULT_ADMIN_PASSWORD'],
    ['OPERATION_PORT', 'OPERATIONS_PORT'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
  ])('%s is told with %s', (name, nearest) => {
    const message = `There is no setting ${name}. The nearest name is ${nearest}.`;
    expect(warningsOf({ [name]: '5' })).toEqual([message]);
    expect(problemsOf({ [name]: '5', STRICT_SETTINGS: 'true' })).toEqual([message]);
  });

  test.each([
    'PATH',
    'HOST',
    'HOSTNAME',
    'HTTP_PROXY',
    'LANG',
    'LOGNAME',
    'NODE_VERSION',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'PGHOST',
    'TEST_DATABASE_URL',
    'UNLEASH_SERVICE_HOST',
    'DATABASE_SERVICE_PORT_POSTGRES',
    'DATABASE_PORT_5432_TCP_ADDR',
    'UNLEASH_TOKEN',
    'INIT_CWD',
    'SHELL',
    'USER',
    'EMPTY',
  ])('%s is none', (name) => {
    expect(warningsOf({ [name]: name === 'EMPTY' ? ' ' : 'x', STRICT_SETTINGS: 'true' })).toEqual(
      [],
    );
  });

  test('is not what Kubernetes sets for services that are called like settings', () => {
    const environment = { DATABASE_PORT: 'tcp://10.0.0.1:5432', HTTP_PORT: 'tcp://10.0.0.2:80' };
    expect(loadConfig(environment)).toMatchObject({ port: 4242, database: { url: undefined } });
  });
});
