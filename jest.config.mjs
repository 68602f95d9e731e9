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

/**
 * Share of the CPU time of all fast files above which one of them fails the run. The most that one
 * uses is 0.02; more than twice that is work for the system tests.
 */
const FAST_FILE_SHARE = 0.05;

/** What the two projects of the service have in common. loader.mjs says who loads what. */
const service = {
  runtime: '<rootDir>/test/support/loader.mjs',
  testRunner: '<rootDir>/test/support/measured-runner.mjs',
  roots: ['<rootDir>/test', '<rootDir>/src'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: COMPILATION, module: { type: 'commonjs' } }],
  },
};

/** Behaviour, over HTTP. A file may use {@link FAST_FILE_SHARE}. */
const fast = {
  ...service,
  displayName: 'fast',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.system\\.test\\.ts$'],
};

/**
 * What needs several processes or instances, a restart, a kill, a backup, a move, a crowd of
 * callers or long calculations, or asks every operation of the API.
 */
const system = {
  ...service,
  displayName: 'system',
  testMatch: ['<rootDir>/test/**/*.system.test.ts'],
};

/** Tests of components of the console, in jsdom, without a service. */
const console = {
  displayName: 'console',
  runtime: '<rootDir>/console/test/support/loader.mjs',
  testRunner: '<rootDir>/test/support/measured-runner.mjs',
  testEnvironment: '<rootDir>/console/test/support/environment.mjs',
  roots: ['<rootDir>/console/src'],
  testMatch: ['<rootDir>/console/src/**/*.test.tsx'],
  globals: { IS_DEVELOPMENT: false },
  setupFilesAfterEnv: ['<rootDir>/console/test/support/each-file.ts'],
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
  projects: [fast, console, system],
  reporters: [
    'default',
    ['<rootDir>/test/support/time-reporter.mjs', { mostShare: FAST_FILE_SHARE }],
  ],
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // twice the processors, since many tests wait for something
  maxWorkers: 4,
  // a machine that is busy with something else makes a test slow, not wrong
  testTimeout: 60_000,
  collectCoverageFrom: ['{src,admin,verify}/**/*.ts'],
};
