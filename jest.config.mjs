/** How swc compiles TypeScript, for tests and for the service that they call. */
export const COMPILATION = {
  parser: { syntax: 'typescript', decorators: true },
  transform: {
    legacyDecorator: true,
    decoratorMetadata: true,
    useDefineForClassFields: false,
  },
  target: 'es2022',
};

/** Tests of the service. Who loads them, and what they import, is told in loader.mjs. */
const service = {
  displayName: 'service',
  runtime: '<rootDir>/test/support/loader.mjs',
  roots: ['<rootDir>/test', '<rootDir>/src'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: COMPILATION, module: { type: 'commonjs' } }],
  },
};

/** Tests of components of the console, in jsdom, without a service. */
const console = {
  displayName: 'console',
  runtime: '<rootDir>/console/test/support/loader.mjs',
  testEnvironment: '<rootDir>/console/test/support/environment.mjs',
  roots: ['<rootDir>/console/src'],
  testMatch: ['<rootDir>/console/src/**/*.test.tsx'],
  setupFiles: ['<rootDir>/console/test/support/browser-apis.cjs'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/console/test/support/styles.cjs',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
};

export default {
  projects: [service, console],
  // one more than processors, since many tests wait for something
  maxWorkers: 3,
  // a machine that is busy with something else makes a test slow, not wrong
  testTimeout: 60_000,
  collectCoverageFrom: ['src/**/*.ts'],
};
