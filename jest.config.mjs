/**
 * Swc compiles tests to CommonJS. Who loads them, and what they import, is told in loader.mjs.
 */
export default {
  runtime: '<rootDir>/test/support/loader.mjs',
  roots: ['<rootDir>/test', '<rootDir>/src'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // one more than processors, since many tests wait for something
  maxWorkers: 3,
  // a machine that is busy with something else makes a test slow, not wrong
  testTimeout: 60_000,
  collectCoverageFrom: ['src/**/*.ts'],
  transform: {
    '^.+\\.ts$': [
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
};
