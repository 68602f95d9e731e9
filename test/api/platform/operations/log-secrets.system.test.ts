import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { QueryFailedError } from 'typeorm';
import { newLogger, PinoLogger } from '../../../../src/platform/http/logger.js';
import { errorText, serializeError } from '../../../../src/platform/http/serialize-error.js';
import { RunningService } from '../../../process/running-service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { formsOf } from '../../../support/dump.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

const SECRET = 'Planted-secret-of-the-log-7';
const KEYS = ['code', 'constraint', 'message', 'stack', 'type'];

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The log lines of an error that is logged in each possible way. */
function logged(error: unknown): string {
  let text = '';
  const log = new PinoLogger(newLogger('trace', { write: (line) => void (text += line) }));
  log.error({ err: error }, 'As the services do.', 'context');
  if (typeof error === 'string') return text;
  log.error({ problem: error }, 'Under another name.', 'context');
  log.error(error, 'context');
  log.error('Beside a text.', error, 'context');
  return text;
}

async function failed(sql: string, values: unknown[] = []): Promise<Error> {
  const error = await client.query(sql, values).then(
    () => new Error('did not fail'),
    (one: Error) => one,
  );
  return new QueryFailedError(sql, values, error);
}

test.each([
  ['a parameter of the wrong type', () => failed('SELECT $1::int', [SECRET])],
  [
    'a parameter that looks like the end of the value',
    () => failed('SELECT $1::int', [`x"${SECRET}" is out of range`]),
  ],
  [
    'a parameter with a line that looks like a stack',
    () => failed('SELECT $1::int', [`x\n    at ${SECRET} (/a.js:1:1)`]),
  ],
  ['JSON that is none', () => failed('SELECT $1::jsonb', [`{"a": ${SECRET}`])],
  ['a date that is none', () => failed('SELECT $1::timestamptz', [SECRET])],
  ['a regular expression that is none', () => failed("SELECT 'x' ~ $1", [`(${SECRET}`])],
  [
    'a row that a constraint refuses',
    () => failed("INSERT INTO tag (type, value) VALUES ('simple', $1)", [SECRET.repeat(3)]),
  ],
  [
    'a row that is there already',
    () => failed('INSERT INTO tag_type (name) VALUES ($1), ($1)', [SECRET]),
  ],
  [
    'an error that a function raises with a value',
    () => failed(`DO $$ BEGIN RAISE EXCEPTION 'not "%"', '${SECRET}'; END $$`),
  ],
  ['JSON that cannot be parsed', () => parseError(`${SECRET}`)],
  [
    'an address with a password',
    () => new Error(`connect to postgres://flags:${SECRET}@db.example.com/flags failed`),
  ],
  [
    'an address with a token',
    () => new Error(`Failed to fetch https://example.com/x?token=${SECRET}`),
  ],
  [
    'an address that is none',
    () => thrown(() => new URL(`postgres://a:${SECRET}@`.replace('@', ':x@['))),
  ],
  [
    'an argument that Node refuses',
    () =>
      thrown(() => Buffer.from(1 as never, SECRET as never) && path.join({ a: SECRET } as never)),
  ],
  [
    'properties of a library',
    () =>
      Object.assign(new Error('fetch failed'), {
        config: { headers: { a: SECRET } },
        response: SECRET,
      }),
  ],
  [
    'the cause of the cause',
    () =>
      new Error('outer', {
        cause: new Error('inner', { cause: Object.assign(new Error('x'), { body: SECRET }) }),
      }),
  ],
  ['a cause that is no error', () => new Error('outer', { cause: { body: SECRET } })],
  [
    'several errors at once',
    () => new AggregateError([Object.assign(new Error('one'), { input: SECRET }), SECRET], 'all'),
  ],
  ['a text that was thrown', () => SECRET],
  [
    'a code that is no code',
    () => Object.assign(new Error('x'), { code: `no code ${SECRET}`, constraint: `"${SECRET}"` }),
  ],
])('the log has nothing of the values behind an error: %s', async (_, make) => {
  const error: unknown = await make();
  const texts = [logged(error), errorText(error), JSON.stringify(serializeError(error))];
  for (const form of formsOf(SECRET)) for (const text of texts) expect(text).not.toContain(form);
  expect(Object.keys(serializeError(error)).filter((key) => !KEYS.includes(key))).toEqual([]);
});

test('logged errors keep type, message, code, constraint and stack, also of their causes', async () => {
  const error = await failed(
    "INSERT INTO feature_tag (feature_name, type, value) VALUES ('none', 'simple', 'xx')",
  );
  const outer = new TypeError('outer', { cause: error });
  expect(serializeError(error)).toMatchObject({
    type: 'QueryFailedError',
    code: '23503',
    constraint: expect.stringMatching(/^feature_tag_/),
    message: expect.stringContaining('violates foreign key constraint "feature_tag_'),
    stack: expect.stringContaining('log-secrets.system.test'),
  });
  expect(serializeError(outer).stack).toMatch(
    /Caused by QueryFailedError: insert or update .* \(23503\) \[feature_tag_/,
  );
  expect(serializeError(await failed("SELECT '99999999999'::int")).message).toBe(
    'value […] is out of range for type integer',
  );
  expect(serializeError(await failed('SELECT FROM nowhere')).message).toBe(
    'relation "nowhere" does not exist',
  );
});

test('statements that fail in the running service leave nothing of what they were to write in its log', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'feature-flag-log-'));
  // Makes every insert and update of a table fail; PostgreSQL then repeats the row in its error.
  const refuse = (table: string) =>
    client.query(`ALTER TABLE ${table} ADD CONSTRAINT out_of_order CHECK (false) NOT VALID`);
  await refuse('app_user');
  // The first start cannot create its user: the process logs why and ends.
  const said = await RunningService.start(dir, {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
  }).then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  expect(said).toContain('(23514) [out_of_order]');
  expect(said).not.toMatch(/\$argon2|Password-of-the-tests-1|Failing row/);
  await client.query('ALTER TABLE app_user DROP CONSTRAINT out_of_order');
  let log = '';
  const output = { write: (text: string): void => void (log += text) };
  const running = await TestService.on(
    database.url,
    async () => {},
    { LOG_LEVEL: 'info' },
    { output },
  );
  for (const table of ['app_user', 'api_token', 'session', 'addon']) await refuse(table);
  const statuses = [
    await send(running, '/api/admin/user-admin', {
      username: 'ali',
      password: SECRET,
      rootRole: 'Viewer',
    }),
    await send(running, '/api/admin/api-tokens', { tokenName: SECRET, type: 'client' }),
    await send(running, '/auth/simple/login', {
      username: 'admin',
      password: 'Password-of-the-tests-1',
    }),
    await send(running, '/api/admin/addons', {
      provider: 'webhook',
      enabled: false,
      events: [],
      parameters: { url: 'https://example.com', secret: SECRET, authorization: SECRET },
    }),
  ];
  await running.stop();
  await rm(dir, { recursive: true, force: true });
  expect(statuses).toEqual([500, 500, 500, 500]);
  expect(log.match(/"constraint":"out_of_order"/g)?.length).toBeGreaterThanOrEqual(4);
  for (const form of formsOf(SECRET)) expect(log).not.toContain(form);
  expect(log).not.toMatch(/\$argon2|Failing row|INSERT INTO|secret_hash|parameters/i);
});

function parseError(text: string): unknown {
  return thrown(() => JSON.parse(text));
}

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

async function send(service: TestService, at: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: ADMIN_TOKEN };
  const { status } = await fetch(`${service.url}${at}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return status;
}
