import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Promises that nobody waits for end the process or lose an error, in tests and benchmarks too. */
const PROMISES = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
};
/** Metrics are read from what counts them, in one place for each part. */
const PROM_CLIENT = { name: 'prom-client', message: 'Put metrics into a *-meters.ts file.' };
const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

/** What there is one way for (docs/develop/conventions.md). */
const ONE_WAY = [
  {
    selector: "CallExpression[callee.object.name='Promise'][callee.property.name='race']",
    message: 'Use withTimeout (src/platform/database/with-timeout.ts).',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(set|setHeader|header|location)$/] > ' +
      'Literal:first-child[value=/^location$/i]',
    message: 'Declare `location` in @Endpoint.',
  },
  {
    selector:
      '[typeAnnotation.typeAnnotation.type="TSNumberKeyword"] > Decorator > ' +
      'CallExpression[callee.name="Param"][arguments.length=1]',
    message: 'Read a number from the path with IdPipe.',
  },
  {
    selector:
      '[typeAnnotation.typeAnnotation.typeName.name=/(?<!Params)$/] > Decorator > ' +
      'CallExpression[callee.name="Param"][arguments.length=0]',
    message: 'Declare several path parameters as a class of <domain>.dto.ts.',
  },
];

/** Texts that begin as SQL statements do. */
const SQL =
  '/^\\s*(SELECT( |$)|INSERT INTO |UPDATE \\w+ (\\w+ )?SET |DELETE FROM |WITH \\w+ AS |' +
  'MERGE INTO |TRUNCATE |SET LOCAL |LOCK TABLE )/';
const IN_A_STATEMENT = ':not(CallExpression[callee.name=/^(statement|dynamicStatement)$/] *)';
/** Where SQL lives (docs/develop/sql.md): in statements, each of which a test prepares. */
const SQL_IN_STATEMENTS = [
  {
    selector:
      `TemplateElement[value.raw=${SQL}]${IN_A_STATEMENT}, ` +
      `Literal[value=${SQL}]${IN_A_STATEMENT}`,
    message: 'SQL lives in a statement(), or in *.sql.ts or *.read-model.ts as a part of one.',
  },
  {
    selector: "TSAsExpression > TSTypeReference[typeName.name='Json']",
    message: 'Declare the column as Json<T>, or use toJson() or jsonOf().',
  },
];
/** Files that have SQL of their own, or make JSON texts, each with its reason. */
const SQL_ELSEWHERE = [
  'src/platform/database/channel.ts', // listens, on a connection that does nothing else
  'src/platform/database/embedded/embedded-postgres.ts', // creates the database
  'src/platform/database/embedded/roles.ts', // sets the server up before there is a schema
  'admin/move-in/source/foreign-database.ts', // opens a transaction, and cursors in it
  'src/platform/database/maintenance.ts', // sets the limits of its transactions
  'src/platform/database/migrate.ts', // runs before there is a schema
  'src/platform/database/start-failure.ts', // asks whether there is a server
  'src/platform/database/server-requirements.ts', // asks what the server can do
  'src/platform/database/time-limits.ts', // sets limits of sessions and transactions
  'src/platform/database/watched-client.ts', // sets connections up
  'src/core/event/row-locks.ts', // assembles locking statements from ranks and keys
  'src/platform/http/json.ts', // makes every Json<T> that is not a column
];

/** The service, and the programs that use its modules and its database. */
const SOURCES = ['src', 'admin', 'verify'];

export default tseslint.config(
  {
    ignores: [
      '.cache/',
      'dist/',
      'node_modules/',
      'data/',
      'coverage/',
      'console/src/api/schema.d.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...PROMISES,
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/no-array-delete': 'error',
      '@typescript-eslint/no-duplicate-type-constituents': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/restrict-plus-operands': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'off', // a type that Nest injects by must stay a value
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      parserOptions: { project: './tsconfig.scripts.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: PROMISES,
  },
  {
    rules: {
      eqeqeq: 'error',
      'max-len': [
        'error',
        {
          code: 100,
          ignoreTemplateLiterals: true, // SQL
          ignoreStrings: true, // texts
          ignoreRegExpLiterals: true,
          ignorePattern: '^import .* from |eslint-disable',
        },
      ],
    },
  },
  {
    files: SOURCES.map((folder) => `${folder}/**`),
    rules: {
      'max-lines': lines(400),
      'max-lines-per-function': lines(35),
      // SQL and texts too.
      'max-len': ['error', { code: 100, ignorePattern: '^import .* from |eslint-disable' }],
    },
  },
  {
    // The runner of Node awaits the tests.
    files: ['console/test/*.journey.mjs', 'console/test/support/journey.mjs'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  {
    files: ['console/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      'max-lines': lines(300),
      'max-lines-per-function': lines(60), // components, with their markup
      'max-len': ['error', { code: 100, ignoreStrings: true, ignorePattern: '^import .* from ' }],
    },
  },
  {
    files: ['bench/**', 'scripts/**'],
    rules: { 'max-lines': lines(300), 'max-lines-per-function': lines(50) },
  },
  {
    // A describe block is a function of any length.
    files: ['test/**', 'migrations/**'],
    rules: { 'max-lines': lines(500) },
  },
  {
    // Migrations are not edited once they have landed, so these keep the lines they had.
    files: ['migrations/**'],
    rules: { 'max-len': 'off' },
  },
  {
    files: SOURCES.map((folder) => `${folder}/**/*.ts`),
    ignores: ['src/**/*-meters.ts', 'src/platform/meters/meters.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [PROM_CLIENT] }] },
  },
  {
    // A write needs a transaction, and the UnitOfWork is the only way to one. What writes without
    // one is listed in test/architecture/writes-without-tx.ts.
    files: SOURCES.map((folder) => `${folder}/**/*.ts`),
    ignores: ['src/platform/database/**', 'src/core/event/tx.ts', 'src/core/event/unit-of-work.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'typeorm',
              importNames: ['DataSource', 'EntityManager', 'QueryRunner', 'Repository'],
              message: 'Write through the UnitOfWork.',
            },
            {
              name: '@nestjs/typeorm',
              importNames: ['InjectRepository', 'InjectDataSource'],
              message: 'Write through the UnitOfWork.',
            },
          ],
        },
      ],
    },
  },
  {
    files: SOURCES.map((folder) => `${folder}/**/*.ts`),
    rules: { 'no-restricted-syntax': ['error', ...ONE_WAY, ...SQL_IN_STATEMENTS] },
  },
  {
    files: ['{src,admin,verify}/**/*.{sql,read-model}.ts', ...SQL_ELSEWHERE],
    rules: { 'no-restricted-syntax': ['error', ...ONE_WAY] },
  },
  {
    files: [
      'src/platform/database/with-timeout.ts',
      'src/platform/http/endpoint.ts',
      'src/access/sign-in/sso/saml/saml.controller.ts', // redirects, and creates nothing
    ],
    rules: { 'no-restricted-syntax': ['error', ...SQL_IN_STATEMENTS] },
  },
  {
    files: SOURCES.map((folder) => `${folder}/**/*.ts`),
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'setInterval',
          message: 'Add a job to BackgroundJobs (src/platform/database/jobs).',
        },
      ],
    },
  },
  {
    files: SOURCES.map((folder) => `${folder}/**/*.ts`),
    ignores: ['src/platform/config/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read it in src/platform/config.' },
      ],
    },
  },
);
