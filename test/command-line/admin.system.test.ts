import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { main } from '../../admin/admin.js';
import { COUNT_ROWS, TABLES } from '../../admin/backup/contents.sql.js';
import { readBackup, restore } from '../../admin/backup/restore.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { migrateDatabase } from '../../src/platform/database/migrate.js';
import { EventTally } from '../../src/core/event/event-tally.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runProcess, runProgram, startProcess, type Outcome } from '../support/programs.js';
import { untilSealed } from '../support/sealing.js';
import { TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/**
 * The commands of administration. Here pg_dump and pg_restore are scripts, since the
 * embedded server has none; `npm run test:restore` uses those of PostgreSQL.
 */

const FILE = 'admin/admin.js';
const PASSWORD = 'password-of-the-database';
/** The encryption key of {@link TestService}. */
const KEY = 'a-key-of-all-tests-that-name-no-other';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await TestService.start();
  await service.given.feature({ enabledIn: ['production'] });
  folder = await mkdtemp(path.join(tmpdir(), 'feature-flag-admin-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const environmentWith = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  DATABASE_URL: service.databaseUrl,
  ENCRYPTION_KEY: KEY,
  ...environment,
});

interface Printed {
  code: number | null;
  text: string;
}
const printed = ({ code, out, err }: Outcome): Printed => ({ code, text: out + err });

const admin = async (args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  printed(await runProgram(main, args, environmentWith(environment)));

const adminProcess = async (args: string[], environment = {}): Promise<Printed> =>
  printed(await runProcess(FILE, args, environmentWith(environment)));

/** Creates a folder with PostgreSQL programs that record how they were called. */
async function programs(version: string, work = ''): Promise<string> {
  const bin = await mkdtemp(path.join(folder, 'bin-'));
  for (const name of ['pg_dump', 'pg_restore']) {
    const script = `#!/bin/sh
      if [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${version} (Debian)"; exit; fi
      { echo "$@"; env; } > '${bin}/called'
      for argument in "$@"; do
        case "$argument" in --file=*) echo dumped > "\${argument#--file=}" ;; esac
      done
      ${work}`;
    await writeFile(path.join(bin, name), script);
    await chmod(path.join(bin, name), 0o755);
  }
  return bin;
}
const pathWith = (bin: string): string => `${bin}${path.delimiter}${process.env['PATH']}`;

/** Creates the files of a backup. */
async function backupOf(changes: object = {}): Promise<string> {
  const dir = await mkdtemp(path.join(folder, 'backup-'));
  const manifest = {
    format: 1,
    version: '0.1.0',
    createdAt: '2026-01-01T00:00:00.000Z',
    postgres: { server: '15.1', program: '15.1' },
    migrations: ['People1763600000000'],
    rows: { feature: 1 },
    dump: { bytes: 7, sha256: createHash('sha256').update('dumped\n').digest('hex') },
    ...changes,
  };
  await writeFile(path.join(dir, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(dir, 'flags.dump'), 'dumped\n');
  return dir;
}

test('a complete backup shows in a metric, one that failed does not', async () => {
  const bin = await programs('99.1');
  const seconds = async (): Promise<number> => {
    const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
    return Number(/^backup_last_success_timestamp_seconds (\S+)$/m.exec(text)?.[1] ?? NaN);
  };
  const target = path.join(folder, 'noted');
  const environment = { PATH: pathWith(bin) };
  expect(await seconds()).toBe(0);
  const start = Date.now() / 1_000;
  expect((await admin(['backup', target], environment)).code).toBe(0);
  await until(async () => (await seconds()) > start);
  const noted = await seconds();
  expect(noted).toBeLessThanOrEqual(Date.now() / 1_000);

  const failing = { PATH: pathWith(await programs('99.1', 'exit 1')) };
  expect((await admin(['backup', target], failing)).code).toBe(2);
  expect(await seconds()).toBe(noted);
});

test('a backup of a database that cannot be written is complete, and says what is missing', async () => {
  const bin = await programs('99.1');
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await service.sql(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
  try {
    const { code, text } = await admin(['backup', path.join(folder, 'standby')], {
      PATH: pathWith(bin),
    });
    expect(text).toMatch(/^Backed up [^]*could not be told/);
    expect(code).toBe(0);
  } finally {
    await service.sql(`ALTER DATABASE "${name}" RESET default_transaction_read_only`);
  }
});

test('a backup says what it contains, and the password is on no command line', async () => {
  const bin = await programs('99.1');
  const target = path.join(folder, 'backups');
  const url = new URL(service.databaseUrl);
  const password = url.password || PASSWORD;
  url.password = password;
  const { code, text } = await admin(['backup', target], {
    DATABASE_URL: url.href,
    PATH: pathWith(bin),
  });
  expect(text).toMatch(/^Backed up \d+ rows into .*flags-[\dT-]+Z \(7 bytes\)\.\n/);
  expect(code).toBe(0);
  expect(text).not.toContain(password);
  const [args = '', ...environment] = (await readFile(path.join(bin, 'called'), 'utf8')).split(
    '\n',
  );
  expect(args).toMatch(/--format=custom .*--snapshot=\S+/);
  expect(args).not.toContain(password);
  expect(environment).toContain(`PGPASSWORD=${password}`);
  expect(environment.filter((line) => /^(ENCRYPTION_KEY|DATABASE_URL)=/.test(line))).toEqual([]);

  const [name, ...others] = await readdir(target);
  expect(others).toEqual([]);
  const manifest = JSON.parse(await readFile(path.join(target, name!, 'manifest.json'), 'utf8'));
  const [counted] = await service.sql<{ n: number }>('SELECT count(*)::int AS n FROM feature');
  expect(manifest).toMatchObject({
    format: 1,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    postgres: { program: '99.1' },
    migrations: expect.arrayContaining(['People1763600000000']),
    rows: { feature: counted!.n },
    dump: { bytes: 7, sha256: createHash('sha256').update('dumped\n').digest('hex') },
  });
});

const modeOf = async (...names: string[]): Promise<string> =>
  ((await stat(path.join(...names))).mode & 0o777).toString(8);

test('only its owner can read a backup', async () => {
  const target = path.join(folder, 'private/backups');
  const { code } = await admin(['backup', target], { PATH: pathWith(await programs('99.1')) });
  expect(code).toBe(0);
  const [name] = await readdir(target);
  expect(await modeOf(target)).toBe('700');
  expect(await modeOf(target, name!)).toBe('700');
  expect(await modeOf(target, name!, 'flags.dump')).toBe('600');
  expect(await modeOf(target, name!, 'manifest.json')).toBe('600');
});

test('backups of the same second do not replace each other, and what was abandoned goes', async () => {
  const target = path.join(folder, 'at-once');
  const start = Date.now(); // once: a clock that is read again and again skips a second
  for (let second = 0; second < 120; second++) {
    const at = new Date(start + second * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
    await mkdir(path.join(target, `flags-${at.replaceAll(':', '')}/kept`), { recursive: true });
  }
  for (const [name, hours] of [
    ['.unfinished-old', 25],
    ['.unfinished-new', 1],
  ] as const) {
    await mkdir(path.join(target, name));
    const file = path.join(target, name, 'flags.dump');
    await writeFile(file, '');
    const written = Date.now() / 1000 - hours * 3600;
    await utimes(file, written, written);
  }
  const before = await readdir(target);
  const { code } = await admin(['backup', target], { PATH: pathWith(await programs('99.1')) });
  expect(code).toBe(0);
  const after = await readdir(target);
  const added = after.filter((name) => !before.includes(name));
  expect(added).toEqual([expect.stringMatching(/Z-2$/)]);
  expect(before.filter((name) => !after.includes(name))).toEqual(['.unfinished-old']);
});

test('interrupting a backup ends pg_dump too, and leaves no files', async () => {
  const bin = await programs('99.1', 'exec sleep 60');
  const target = path.join(folder, 'ended');
  const { child, ended } = startProcess(
    FILE,
    ['backup', target],
    environmentWith({ PATH: pathWith(bin) }),
  );
  await until(() => existsSync(path.join(bin, 'called')));
  child.kill('SIGTERM');
  expect((await ended).code).toBe(2);
  expect(await readdir(target)).toEqual([]);
});

/** Starts a command, waits until it runs a PostgreSQL program, and kills both. */
async function killed(args: string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const bin = await programs('99.1', `echo $$ > "$0.pid"; mv "$0.pid" "$0.at-work"; exec sleep 60`);
  const { child, ended } = startProcess(
    FILE,
    args,
    environmentWith({ ...environment, PATH: pathWith(bin) }),
  );
  const atWork = ['pg_dump', 'pg_restore'].map((name) => path.join(bin, `${name}.at-work`));
  await until(() => atWork.some(existsSync));
  child.kill('SIGKILL');
  await ended;
  process.kill(Number(await readFile(atWork.find(existsSync)!, 'utf8')), 'SIGKILL');
}

test('the remains of a killed backup are not taken for a backup, and cannot be restored', async () => {
  const target = path.join(folder, 'killed');
  await killed(['backup', target]);
  const [name, ...others] = await readdir(target);
  expect([name, ...others]).toEqual([expect.stringMatching(/^\.unfinished-/)]);
  expect(await admin(['restore', path.join(target, name!)])).toMatchObject({
    code: 2,
    text: expect.stringMatching(/is not a complete backup: manifest\.json cannot be read/),
  });
});

describe('a restore that was killed', () => {
  const NOT_COMPLETE = /A restore of a backup into this database has begun and is not complete/;
  let database: TestDatabase;
  let client: Client;
  const restoreAgain = async (): Promise<Printed> =>
    admin(['restore', await backupOf()], {
      DATABASE_URL: database.url,
      PATH: pathWith(await programs('99.1')),
    });
  beforeAll(async () => {
    database = await emptyDatabase();
    client = new Client({
      connectionString: database.url,
      application_name: 'feature-flag-admin backup',
    });
    await killed(['restore', await backupOf()], { DATABASE_URL: database.url });
  });
  afterAll(() => database.drop());

  test('leaves a database that neither instances nor other commands use', async () => {
    await expect(migrateDatabase({ url: database.url })).rejects.toThrow(NOT_COMPLETE);
    for (const command of ['verify', 'rebuild', 'backup'])
      expect(await admin([command], { DATABASE_URL: database.url })).toMatchObject({
        code: 2,
        text: expect.stringMatching(NOT_COMPLETE),
      });
  });

  test('can be repeated when its program has ended without restoring anything', async () => {
    expect((await restoreAgain()).text).toMatch(/restored rows are not those of the backup/);
    await expect(migrateDatabase({ url: database.url })).rejects.toThrow(NOT_COMPLETE);

    await client.connect();
    const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
    expect(await restoreAgain()).toMatchObject({
      code: 2,
      text: expect.stringMatching(
        new RegExp(`pg_restore is still restoring .* SELECT pg_terminate_backend\\(${pid}\\)`),
      ),
    });
    await client.query('CREATE TABLE feature (name text)');
    await client.end();
    expect(await restoreAgain()).toMatchObject({
      code: 2,
      text: expect.stringMatching(
        / is not empty\. A restore .* drop the database, create it again/,
      ),
    });
  });
});

test('a complete restore leaves a database that instances use', async () => {
  const database = await emptyDatabase();
  const migrated = await createTestDatabase();
  const rows = await inMaintenance(
    { url: migrated.url, ssl: false },
    'READ COMMITTED',
    async (query) => {
      const counts: Record<string, number> = {};
      for (const { name } of await query(TABLES))
        counts[name] = Number((await query(COUNT_ROWS(name)))[0]!.rows);
      return counts;
    },
  );
  await migrated.drop();
  const migrating = path.join(process.env['TEST_COMPILED']!, 'src/platform/database/migrate.js');
  const work = `'${process.execPath}' --input-type=module -e "
    import { migrateDatabase } from '${migrating}';
    await migrateDatabase({ url: '${database.url}' }, { isRestoring: true });"`;
  const { code, text } = await admin(['restore', await backupOf({ rows })], {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: undefined, // Nothing is sealed before the first start of the service.
    PATH: pathWith(await programs('99.1', work)),
  });
  expect(text).toMatch(/^Backup of [^]*Migrated to version [^]*Everything verifies\.\n$/);
  expect(code).toBe(0);
  await migrateDatabase({ url: database.url });
  await database.drop();
});

test('programs that are missing or too old are refused with what to install', async () => {
  const bin = await programs('9.6');
  const old = await admin(['backup', folder], { PATH: pathWith(bin) });
  expect(old).toMatchObject({ code: 2 });
  expect(old.text).toMatch(/pg_dump 9\.6 is too old\..*package postgresql-client-\d\d/);
  const none = await admin(['backup', folder], { PATH: '/nowhere' });
  expect(none).toMatchObject({ code: 2 });
  expect(none.text).toMatch(/pg_dump was not found\..*package postgresql-client-\d\d/);
});

test.each([
  ['without a manifest', {}, 'manifest.json', undefined, /not a complete backup/],
  ['without a dump', {}, 'flags.dump', undefined, /has no flags\.dump/],
  ['that was not copied completely', {}, 'flags.dump', 'dum', /has 3 bytes instead of 7/],
  ['that was changed', {}, 'flags.dump', 'Dumped\n', /changed or damaged/],
  [
    'of a later version',
    { migrations: ['Later9'], version: '9.0.0' },
    '',
    '',
    /version 9\.0\.0.*Later9/,
  ],
  ['with a manifest for terminals', { version: '1\u001b[2J' }, '', '', /not the manifest/],
  ['with names for terminals', { migrations: ['A\u009b'] }, '', '', /not the manifest/],
  ['in another form', { format: 2, version: '9.0.0' }, '', '', /version 9\.0\.0.*does not know/],
  [
    'with a strange manifest',
    { rows: { feature: '1' } },
    '',
    '',
    /is not the manifest of a backup/,
  ],
])('a backup %s is not read', async (_, changes, file, content, reason) => {
  const dir = await backupOf(changes);
  if (file && content === undefined) await rm(path.join(dir, file));
  else if (file) await writeFile(path.join(dir, file), content!);
  await expect(readBackup(dir)).rejects.toThrow(reason);
});

test('nothing is restored into a database with data, or one with other rows accepted', async () => {
  const dir = await backupOf();
  const full = await admin(['restore', dir]);
  expect(full).toMatchObject({ code: 2 });
  const later = await backupOf({ postgres: { server: '99.1', program: '99.1' } });
  await expect(
    restore({ url: service.databaseUrl, ssl: false }, later, await readBackup(later), {
      environment: {},
      log: () => {},
    }),
  ).rejects.toThrow(/is of PostgreSQL 99, and this server has version \d+/);
  expect(full.text).toMatch(/is not empty: it has \d+ tables, functions and others, such as \w+/);

  const database = await emptyDatabase();
  const bin = await programs('99.1');
  const wrong = await admin(['restore', dir], { DATABASE_URL: database.url, PATH: pathWith(bin) });
  await database.drop();
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.text).toMatch(/not those of the backup.*\nfeature: no table instead of 1/);
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  return database;
}

test('verify has one exit code for all, and rebuild corrects what is derived', async () => {
  await untilSealed(service);
  const right = await admin(['verify']);
  expect(right.text).toMatch(
    /All \d+ kinds of stored counts are correct\.[^]*Everything verifies\.\n$/,
  );
  expect(right.code).toBe(0);

  await until(async () => {
    await service.service.app.get(EventTally).catchUp();
    return (await service.sql('SELECT 1 FROM event_type_tally')).length > 0;
  });
  await service.sql('UPDATE event_type_tally SET events = events + 5');
  const wrong = await admin(['verify']);
  expect(wrong.code).toBe(1);
  expect(wrong.text).toMatch(/WRONG {2}Stored counts\n +event_type_tally: wrong in \d+ places/);

  const rebuilt = await admin(['rebuild']);
  expect(rebuilt.text).toMatch(/^Rebuilt: event_type_tally: wrong in [^]*is correct now\.\n$/);
  expect(rebuilt.code).toBe(0);
  expect(await admin(['rebuild'])).toEqual({ code: 0, text: 'Nothing had to be rebuilt.\n' });
  expect((await admin(['verify'])).code).toBe(0);
});

test('verify finds secrets that the key does not decrypt, and what was left unfinished', async () => {
  await service.sql('CREATE TABLE planted (id integer)');
  await service.sql('ALTER TABLE planted ADD CONSTRAINT planted_id CHECK (id > 0) NOT VALID');
  try {
    const key = 'another key, which decrypts nothing of this';
    const { code, text } = await adminProcess(['verify'], { ENCRYPTION_KEY: key });
    expect(code).toBe(1);
    expect(text).toContain('constraint planted_id of planted is not validated');
    expect(text).toMatch(
      /WRONG {2}Encrypted secrets\n +\d+ .*cannot be decrypted with ENCRYPTION_KEY: /,
    );
  } finally {
    await service.sql('DROP TABLE planted');
  }
});

test('a database without the schema of the service is refused with a reason', async () => {
  const database = await emptyDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const command of ['verify', 'rebuild', 'backup'])
    expect(await admin([command], { DATABASE_URL: database.url })).toEqual({
      code: 2,
      text: 'The database contains no data of the service.\n',
    });
  await client.query('CREATE TABLE migration (id integer, name text)');
  const earlier = await admin(['verify'], { DATABASE_URL: database.url });
  await client.end();
  await database.drop();
  expect(earlier.code).toBe(2);
  expect(earlier.text).toMatch(/is of an earlier version and lacks \d+ migrations/);
});

test('a command that fails on the embedded database says why', async () => {
  const outcome = await admin(['restore', await backupOf()], {
    DATABASE_URL: undefined,
    EMBEDDED_DATABASE_DIR: path.join(folder, 'embedded'),
    PATH: pathWith(await programs('9.6')),
  });
  expect(outcome.text).toMatch(/pg_restore 9\.6 is too old\./);
  expect(outcome.code).toBe(2);
});

test('wrong use is no failed verification', async () => {
  expect((await admin(['restore'])).code).toBe(2);
  expect((await admin(['nothing'])).code).toBe(2);
  expect(await adminProcess(['--help'])).toMatchObject({ code: 0 });
  expect(
    (await admin(['verify'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).code,
  ).toBe(2);
});
