import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import {
  commandAs,
  dataDirFor,
  handOver,
  serverAccount,
} from '../../src/platform/database/embedded/binaries.js';
import { findBinaries, programEnvironment } from '../../src/platform/database/embedded/binaries.js';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';

const PASSWORD = 'of-an-earlier-release';
let base: string;
let dir: string;
let postgres: EmbeddedPostgres | undefined;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'embedded-roles-')));
  if (process.getuid?.() === 0) await chmod(base, 0o755);
  dir = join(base, 'data');
  postgres = undefined;
});
afterEach(async () => {
  await postgres?.stop();
  await rm(base, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> =>
  (postgres = await EmbeddedPostgres.start({ dir, durable: false }));

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Creates a cluster like earlier releases did: the service's role is the superuser and owns
 * everything.
 */
async function givenEarlierCluster(...contents: string[]): Promise<void> {
  await mkdir(join(dir, 'pgdata'), { recursive: true, mode: 0o700 });
  await chmod(dir, 0o755);
  const account = serverAccount(dir);
  const binaries = await findBinaries(dir, account);
  const data = join(dir, 'pgdata');
  await handOver(data, account);
  const run = (program: string, args: string[], input: string): void => {
    const { status, stderr } = spawnSync(program, args, {
      ...commandAs(account),
      cwd: data,
      env: programEnvironment(),
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  };
  const target = dataDirFor(account, data);
  await writeFile(join(base, 'password'), PASSWORD);
  run(
    binaries.initdb,
    [
      '-D',
      target,
      '-U',
      'unleash',
      '--auth=scram-sha-256',
      `--pwfile=${join(base, 'password')}`,
      '--no-sync',
    ],
    '',
  );
  const alone = (database: string, sql: string[]): void =>
    run(
      binaries.postgres,
      ['--single', '-j', '-c', 'exit_on_error=on', '-D', target, database],
      sql.map((one) => `${one};\n\n`).join(''),
    );
  alone('postgres', ['CREATE DATABASE unleash', 'CREATE DATABASE "another one"']);
  alone('unleash', contents);
  alone('another one', ['CREATE TABLE there ()']);
  await writeFile(join(dir, 'connection.json'), JSON.stringify({ password: PASSWORD }), {
    mode: 0o600,
  });
}

const RIGHTS = `SELECT rolname AS name, rolsuper AS super, rolcreatedb AS "createDb", rolcreaterole AS "createRole", rolreplication AS replication, rolbypassrls AS bypass
                  FROM pg_roles WHERE rolname = current_user`;
const ORDINARY = {
  name: 'unleash',
  super: false,
  createDb: true,
  createRole: false,
  replication: false,
  bypass: false,
};

test('the service is an ordinary role: it reads no files, runs no programs, and cannot become the superuser', async () => {
  const { url } = await start();

  expect(await query(url, RIGHTS)).toEqual([ORDINARY]);
  for (const forbidden of [
    `SELECT pg_read_file('postgresql.conf')`,
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `ALTER SYSTEM SET log_statement = 'all'`,
    `SET ROLE cluster_superuser`,
    `ALTER ROLE unleash SUPERUSER`,
    `CREATE ROLE another SUPERUSER`,
  ])
    await expect(query(url, forbidden)).rejects.toThrow(/permission denied/);
  await query(url, 'CREATE EXTENSION pg_trgm; CREATE TABLE own (); DROP TABLE own');
  const [owner] = await query(
    url,
    'SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = current_database()',
  );
  expect(owner).toEqual({ owner: 'unleash' });
  const [cluster] = await query(
    url,
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  expect(cluster).toEqual({ id: expect.stringMatching(/^\d+$/) });
});

test('nobody can connect as the superuser, whatever the password', async () => {
  const { url } = await start();
  const { password } = JSON.parse(await readFile(join(dir, 'connection.json'), 'utf8')) as {
    password: string;
  };

  for (const guess of [password, '']) {
    const superuser = new URL(url);
    [superuser.username, superuser.password] = ['cluster_superuser', guess];
    await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow();
  }
});

test('a cluster of an earlier release keeps its data and password, and its role loses the rights of a superuser', async () => {
  await givenEarlierCluster(
    'CREATE EXTENSION pg_trgm',
    `CREATE TABLE note (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text) `,
    `INSERT INTO note (text) VALUES ('kept')`,
    'CREATE INDEX note_text ON note USING gin (text gin_trgm_ops)',
    'CREATE TABLE parted (day date) PARTITION BY RANGE (day)',
    'CREATE TABLE parted_rest PARTITION OF parted DEFAULT',
    'CREATE SEQUENCE counter',
    'CREATE VIEW notes AS SELECT * FROM note',
    `CREATE TYPE mood AS ENUM ('good')`,
    'CREATE DOMAIN short AS text CHECK (length(VALUE) < 9)',
    'CREATE SCHEMA "Another"',
    'CREATE TABLE "Another"."Table" ()',
    `CREATE FUNCTION one(n integer) RETURNS integer LANGUAGE sql RETURN n`,
  );

  const { url, urlOf } = {
    url: (await start()).url,
    urlOf: (name: string) => postgres!.urlOf(name),
  };

  expect(new URL(url).password).toBe(PASSWORD);
  expect(await query(url, RIGHTS)).toEqual([ORDINARY]);
  expect(await query(url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  await query(
    url,
    `ALTER TABLE note ADD more text; ALTER TABLE parted ADD more text; DROP TABLE parted_rest; DROP SEQUENCE counter; DROP VIEW notes; DROP TYPE mood;
     DROP DOMAIN short; DROP TABLE "Another"."Table"; DROP SCHEMA "Another"; DROP FUNCTION one(integer); INSERT INTO note (text) VALUES ('new')`,
  );
  await query(urlOf('another one'), 'DROP TABLE there');
  await postgres!.stop();
  expect((await start()).url).toBe(url);
  expect(await query(url, 'SELECT text FROM note ORDER BY id')).toEqual([
    { text: 'kept' },
    { text: 'new' },
  ]);
});
