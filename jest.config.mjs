import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Nest is ESM only while some of the libraries around it are CommonJS, which jest's own ESM mode
 * cannot mix: so tests are transformed to CommonJS, and so is what they use of Nest. The service
 * itself is loaded by plain Node, once for all files of a worker: loading it for each would take
 * most of the time.
 */
export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // one more than processors, since many tests wait for something
  maxWorkers: 3,
  // a machine that is busy with something else makes a test slow, not wrong
  testTimeout: 60_000,
  transform: {
    [`^${root}(src|migrations)/.+\\.ts$`]: '<rootDir>/test/support/service-transform.mjs',
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
          },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|canonicalize|openid-client|oauth4webapi|jose)/)',
  ],
  moduleNameMapper: {
    // what the service and its tests must have the same of, and what takes long to load
    '^(pg|typeorm|supertest|@nestjs/common|@nestjs/core|@nestjs/platform-express)$':
      '<rootDir>/test/support/outside/$1.cjs',
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1'],
    // its package offers nothing to require()
    '^canonicalize$': '<rootDir>/node_modules/canonicalize/lib/canonicalize.js',
  },
};
