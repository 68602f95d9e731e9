import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SOURCES } from './sources.js';

/**
 * The service uses a few internals of libraries. Each such library is pinned to an exact version.
 * When an update removes an internal, a test here names the files that use it.
 */

const load = createRequire(__filename) as <T>(name: string) => T;
const outside = <T>(file: string): T => load<T>(path.resolve('node_modules', file));
const sourceOf = (file: string): string => readFileSync(path.resolve('node_modules', file), 'utf8');

interface Internal {
  package: string;
  name: string;
  /** Files that use it. */
  usedBy: string[];
  isThere: () => boolean;
}

const pg = (): { Client: new () => PgClient; Connection: { prototype: object }; Pool: PgPool } =>
  load('pg');
type PgClient = { connection: { stream: object } } & object;
type PgPool = new () => { _clients?: unknown };
const isMethod = (holder: object, name: string): boolean =>
  typeof (holder as Record<string, unknown>)[name] === 'function';

const INTERNALS: Internal[] = [
  {
    package: 'pg',
    name: 'Client#connection.stream.bytesRead',
    usedBy: ['src/platform/database/watched-client.ts'],
    isThere: () => 'bytesRead' in new (pg().Client)().connection.stream,
  },
  {
    package: 'pg',
    name: 'Client#_queryable and #_ending',
    usedBy: ['src/platform/database/watched-client.ts'],
    isThere: () => ['_queryable', '_ending'].every((name) => name in new (pg().Client)()),
  },
  {
    package: 'pg',
    name: 'Client#readyForQuery',
    usedBy: ['src/platform/database/watched-client.ts'],
    isThere: () => sourceOf('pg/lib/client.js').includes('this.readyForQuery = false'),
  },
  {
    package: 'pg',
    name: 'Client#processID and Client#secretKey',
    usedBy: ['src/platform/database/cancel.ts', 'src/platform/database/watched-client.ts'],
    isThere: () => ['processID', 'secretKey'].every((key) => key in new (pg().Client)()),
  },
  {
    package: 'pg',
    name: 'Connection#connect, #requestSsl and #cancel',
    usedBy: ['src/platform/database/cancel.ts'],
    isThere: () =>
      ['connect', 'requestSsl', 'cancel'].every((name) =>
        isMethod(pg().Connection.prototype, name),
      ),
  },
  {
    package: 'pg',
    name: 'Pool#_clients',
    usedBy: ['src/platform/database/database.ts'],
    isThere: () => Array.isArray(new (pg().Pool)()._clients),
  },
  {
    package: 'typeorm',
    name: 'PostgresDriver#master',
    usedBy: ['src/platform/database/database.ts'],
    isThere: () =>
      sourceOf('typeorm/driver/postgres/PostgresDriver.js').includes(
        'this.master = await this.createPool(',
      ),
  },
  {
    package: 'typeorm',
    name: 'the text START TRANSACTION of the query runner',
    usedBy: ['src/platform/database/watched-client.ts'],
    isThere: () =>
      sourceOf('typeorm/driver/postgres/PostgresQueryRunner.js').includes(
        'this.query("START TRANSACTION")',
      ),
  },
  {
    package: '@nestjs/common',
    name: 'METHOD_METADATA, PATH_METADATA and ROUTE_ARGS_METADATA',
    usedBy: [
      'src/platform/http/endpoint.ts',
      'src/platform/http/operation.ts',
      'src/platform/http/route-inventory.ts',
    ],
    isThere: () => {
      const constants = outside<Record<string, unknown>>('@nestjs/common/constants.js');
      return ['METHOD_METADATA', 'PATH_METADATA', 'ROUTE_ARGS_METADATA'].every(
        (name) => typeof constants[name] === 'string',
      );
    },
  },
  {
    package: '@nestjs/common',
    name: 'RouteParamtypes',
    usedBy: ['src/platform/http/endpoint.ts', 'src/platform/http/operation.ts'],
    isThere: () => {
      const { RouteParamtypes: types } = outside<{ RouteParamtypes: Record<string, unknown> }>(
        '@nestjs/common/enums/route-paramtypes.enum.js',
      );
      return ['BODY', 'PARAM', 'QUERY'].every((name) => typeof types[name] === 'number');
    },
  },
  {
    package: '@nestjs/common',
    name: 'CorsOptions, a type',
    usedBy: ['src/serving/frontend/frontend-origins.ts'],
    isThere: () =>
      sourceOf('@nestjs/common/interfaces/external/cors-options.interface.d.ts').includes(
        'interface CorsOptions',
      ),
  },
  {
    package: '@nestjs/core',
    name: 'ModulesContainer with the controllers of each module',
    usedBy: ['src/platform/http/route-inventory.ts'],
    isThere: () =>
      isMethod(
        load<{ ModulesContainer: { prototype: object } }>('@nestjs/core').ModulesContainer
          .prototype,
        'values',
      ) && sourceOf('@nestjs/core/injector/module.js').includes('get controllers()'),
  },
  {
    package: '@nestjs/platform-express',
    name: 'ExpressAdapter#initHttpServer and the prototypes of Express',
    usedBy: ['src/platform/http/express.adapter.ts'],
    isThere: () => {
      const { ExpressAdapter } = load<{ ExpressAdapter: { prototype: object } }>(
        '@nestjs/platform-express',
      );
      const app = load<() => object>('express')();
      return (
        isMethod(ExpressAdapter.prototype, 'initHttpServer') &&
        'request' in app &&
        'response' in app
      );
    },
  },
  {
    package: '@nestjs/platform-express',
    name: "the function 'etag fn' of Express",
    usedBy: ['src/platform/http/object-version.ts'],
    isThere: () =>
      typeof load<() => { get(name: string): unknown }>('express')().get('etag fn') === 'function',
  },
  {
    package: '@nestjs/swagger',
    name: 'before() of the plugin and its options',
    usedBy: ['nest-cli.json'],
    isThere: () => {
      const options = sourceOf('@nestjs/swagger/dist/plugin/merge-options.js');
      return (
        isMethod(load<object>('@nestjs/swagger/plugin'), 'before') &&
        [
          'esmCompatible',
          'controllerKeyOfComment',
          'introspectComments',
          'classValidatorShim',
        ].every((name) => options.includes(name))
      );
    },
  },
  {
    package: 'unleash-client',
    name: 'getVariant, isParentDependencySatisfied and yieldConstraintsFor of lib/client.js',
    usedBy: ['src/serving/evaluation/sdk.ts'],
    isThere: () => {
      const { default: client } = load<{ default: { prototype: object } }>(
        'unleash-client/lib/client.js',
      );
      return ['getVariant', 'isParentDependencySatisfied', 'yieldConstraintsFor'].every((name) =>
        isMethod(client.prototype, name),
      );
    },
  },
  {
    package: 'unleash-client',
    name: 'resolveContextValue of lib/helpers.js',
    usedBy: ['src/serving/evaluation/constraint-preparation.ts'],
    isThere: () =>
      typeof load<{ resolveContextValue: unknown }>('unleash-client/lib/helpers.js')
        .resolveContextValue === 'function',
  },
  {
    package: 'unleash-client',
    name: 'Strategy and defaultStrategies of lib/strategy',
    usedBy: ['src/serving/evaluation/sdk.ts', 'src/safety/playground/evaluation.ts'],
    isThere: () => {
      const { Strategy, defaultStrategies } = load<{
        Strategy: { prototype: object };
        defaultStrategies: unknown[];
      }>('unleash-client/lib/strategy/index.js');
      return (
        defaultStrategies.length > 5 &&
        ['getResult', 'checkConstraint'].every((name) => isMethod(Strategy.prototype, name))
      );
    },
  },
];

test.each(
  INTERNALS.map((internal) => [`${internal.package}: ${internal.name}`, internal] as const),
)('%s is still there', (title, { isThere, usedBy }) => {
  let found: boolean | Error;
  try {
    found = isThere();
  } catch (error) {
    found = error as Error;
  }
  if (found !== true)
    throw new Error(
      `${title} is gone (${String(found)}). Change ${usedBy.join(' and ')} before the update.`,
    );
});

test('packages whose internals are used are pinned to the installed version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const wrong = [...new Set(INTERNALS.map((internal) => internal.package))].filter(
    (name) =>
      dependencies[name] !==
      (JSON.parse(sourceOf(`${name}/package.json`)) as { version: string }).version,
  );
  expect(wrong).toEqual([]);
});

/** Subpaths that packages export or document. */
const PROMISED = new Set([
  '@modelcontextprotocol/sdk/server/mcp.js',
  '@modelcontextprotocol/sdk/shared/transport.js',
  '@modelcontextprotocol/sdk/types.js',
  '@simplewebauthn/server/helpers',
  'ajv/dist/2020.js',
]);
const DEEP = /(?:from|import\() ?'((?:@[\w-]+\/)?[a-z][\w.-]*)(\/[^']+)'/g;
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => path.join(folder, file));

test('imports of files inside a package are listed here', () => {
  const unlisted = [...SOURCES, 'scripts', 'bench', 'migrations']
    .flatMap(files)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(DEEP)].map(([, name, rest]) => ({
        file,
        name: name!,
        specifier: `${name}${rest}`,
      })),
    )
    .filter(
      ({ file, name, specifier }) =>
        !PROMISED.has(specifier) &&
        !INTERNALS.some((internal) => internal.package === name && internal.usedBy.includes(file)),
    );
  expect(unlisted.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
});

/** Files that read undeclared properties by a cast, besides the listed internals. */
const CASTS = [
  'src/platform/database/cancel.ts',
  'src/platform/database/connection-watch.ts',
  'src/platform/database/database.ts',
  'src/platform/database/embedded/folder-lock.ts', // Node's `_handle`; the service also works without it
  'src/platform/database/watched-client.ts',
  'src/access/sign-in/sso/saml/saml-login.service.ts', // a profile that has these fields
];

test('nothing else reaches past a declared type', () => {
  const found = SOURCES.flatMap(files).filter((file) =>
    readFileSync(file, 'utf8').includes('as unknown as'),
  );
  expect(found.sort()).toEqual(CASTS.toSorted());
});
