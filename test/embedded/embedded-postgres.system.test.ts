import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client, type QueryResultRow } from 'pg';
import {
  type EmbeddedOptions,
  EmbeddedPostgres,
} from '../../src/platform/database/embedded/embedded-postgres.js';
import { birthOf } from '../../src/platform/database/embedded/folder-lock.js';
import { until } from '../support/waiting.js';

const asRoot = process.getuid?.() === 0 ? test : test.skip;

let template: string;
let base: string;
let dir: string;
let started: EmbeddedPostgres[];
let owners: ChildProcess[];

/** Creates a cluster, which was started and stopped once. */
beforeAll(async () => {
  template = await makeBase();
  await (await EmbeddedPostgres.start({ dir: join(template, 'data'), durable: false })).stop();
});
afterAll(() => rm(template, { recursive: true, force: true }));

async function makeBase(): Promise<string> {
  const made = await realpath(await mkdtemp(join(tmpdir(), 'embedded postgres ')));
  if (process.getuid?.() === 0) await chmod(made, 0o755);
  return made;
}

/** Copies the stopped cluster for the test, because creating one takes most of a test's time. */
async function givenCluster(): Promise<void> {
  const { status, stderr } = spawnSync('cp', ['-R', '-p', join(template, 'data'), dir], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const file = join(dir, 'connection.json');
  const connection = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...connection, port: undefined }));
}

beforeEach(async () => {
  base = await makeBase();
  dir = join(base, 'data');
  [started, owners] = [[], []];
});

afterEach(async () => {
  await Promise.all([...owners.map(kill), ...started.map((postgres) => postgres.stop())]);
  await EmbeddedPostgres.stopLeftBehind(dir);
  await rm(base, { recursive: true, force: true });
});

/** Not durable, unless the server is to be killed. */
async function start({
  durable = false,
  log,
}: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await EmbeddedPostgres.start({ dir, durable, log });
  started.push(postgres);
  return postgres;
}

/** Starts in a separate process and process group, like from a terminal. */
async function startElsewhere({ durable = false } = {}): Promise<{
  owner: ChildProcess;
  url?: string;
  refused?: string;
}> {
  const owner = spawn(
    process.execPath,
    [join(__dirname, 'owner.mjs'), process.env['TEST_COMPILED']!, dir, String(durable)],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  owners.push(owner);
  const [line] = (await once(createInterface(owner.stdout!), 'line')) as [string];
  return { owner, ...(JSON.parse(line) as { url?: string; refused?: string }) };
}

/** Like `kill -9` of all processes of the terminal. */
async function kill(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return;
  process.kill(-owner.pid!, 'SIGKILL');
  await once(owner, 'exit');
}

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dir, 'pgdata', 'postmaster.pid');
const serverPid = async () => parseInt(await readFile(pidFile(), 'utf8'));
async function keepNote(url: string): Promise<void> {
  await query(url, `CREATE TABLE note AS SELECT 'kept' AS text`);
}

const notes = (url: string) => query(url, 'SELECT text FROM note');

test('a stopped server starts again with its data, password and port', async () => {
  const first = await start();
  const pid = await serverPid();
  await keepNote(first.url);
  await first.stop();
  expect(birthOf(pid)).toBeUndefined();

  const again = await start();

  expect(again.url).toBe(first.url);
  expect(await notes(again.url)).toEqual([{ text: 'kept' }]);
});

test('the database is UTF-8 sorted by code point, for this machine and those with the password', async () => {
  const postgres = await start();

  const [settings] = await query(
    postgres.url,
    `SELECT getdatabaseencoding() AS encoding, datlocprovider AS provider, datlocale AS locale, current_setting('listen_addresses') AS address
     FROM pg_database WHERE datname = current_database()`,
  );

  expect(settings).toEqual({
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    address: '127.0.0.1',
  });
  const stranger = new URL(postgres.url);
  stranger.password = 'guessed';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dir, 'connection.json'))).mode & 0o777).toBe(0o600);
});

test('the server of a killed process ends by itself, and the next process has its data', async () => {
  await givenCluster();
  const { owner, url } = await startElsewhere();
  const pid = await serverPid();
  await keepNote(url!);
  await kill(owner);

  await until(() => birthOf(pid) === undefined);

  const next = await start();
  expect(next.url).toBe(url);
  expect(await notes(next.url)).toEqual([{ text: 'kept' }]);
});

test('a server that did not notice the end of its killed process is stopped by the next process', async () => {
  await givenCluster();
  const { owner, url } = await startElsewhere();
  const pid = await serverPid();
  await keepNote(url!);
  process.kill(pid, 'SIGSTOP');
  await kill(owner);

  const lines: string[] = [];
  const next = start({ log: (line) => lines.push(line) });
  await until(() => lines.length > 0);
  process.kill(pid, 'SIGCONT');

  expect(await notes((await next).url)).toEqual([{ text: 'kept' }]);
  expect(lines).toEqual([expect.stringContaining(`process ${pid}`)]);
  expect(birthOf(pid)).toBeUndefined();
});

test('a second process is refused while the first one lives', async () => {
  await givenCluster();
  const { owner, url } = await startElsewhere();

  await expect(start()).rejects.toThrow(`in use by process ${owner.pid}`);

  expect(await query(url!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('the same process is refused a second time, until it has stopped', async () => {
  await givenCluster();
  const first = await start();

  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`);

  await first.stop();
  await start();
});

test('when several processes start at once, at most one gets the folder', async () => {
  await givenCluster();

  const outcomes = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);

  expect(outcomes.filter(({ url }) => url).length).toBeLessThanOrEqual(1);
  expect(
    outcomes.filter(({ url, refused }) => !url && !refused?.includes('in use by process')),
  ).toEqual([]);
});

test('a server that was killed recovers what was committed', async () => {
  await givenCluster();
  const first = await start({ durable: true });
  await keepNote(first.url);
  process.kill(await serverPid(), 'SIGKILL');
  await first.stop();

  const again = await start();

  expect(await notes(again.url)).toEqual([{ text: 'kept' }]);
});

test.each([
  ['started here', false],
  ['started here after an earlier process was killed', true],
])(
  'a server %s that is killed while its owner lives runs again at the same address, and its state is told',
  async (_, isNext) => {
    await givenCluster();
    if (isNext) await kill((await startElsewhere({ durable: true })).owner);
    const lines: string[] = [];
    const postgres = await start({
      durable: true,
      log: (line, level) => level === 'error' && lines.push(line),
    });
    await keepNote(postgres.url);
    expect(postgres.status).toMatchObject({ state: 'running', restarts: 0 });
    process.kill(await serverPid(), 'SIGKILL');

    await until(() => postgres.status.restarts === 1);

    expect(postgres.status.state).toBe('running');
    expect(await notes(postgres.url)).toEqual([{ text: 'kept' }]);
    expect(lines).toEqual([expect.stringMatching(/has ended unexpectedly/)]);
    await postgres.stop();
    expect(postgres.status.state).toBe('stopped');
  },
);

test('a server that cannot be restarted is tried again, and can be stopped meanwhile', async () => {
  await givenCluster();
  const lines: string[] = [];
  const postgres = await start({
    durable: true,
    log: (line, level) => level === 'error' && lines.push(line),
  });
  const control = join(dir, 'pgdata', 'global', 'pg_control');
  await rename(control, `${control}.away`);
  process.kill(await serverPid(), 'SIGKILL');

  await until(() => lines.filter((line) => line.includes('could not be restarted')).length === 2);
  expect(postgres.status).toMatchObject({ state: 'restarting', restarts: 0 });
  await rename(`${control}.away`, control);

  await postgres.stop();
  expect(postgres.status.state).toBe('stopped');
});

test('a server and its owner that were killed together recover', async () => {
  await givenCluster();
  const { owner, url } = await startElsewhere({ durable: true });
  await keepNote(url!);
  process.kill(await serverPid(), 'SIGKILL');
  await kill(owner);

  const again = await start();

  expect(await notes(again.url)).toEqual([{ text: 'kept' }]);
});

test.each([
  ['of another program', process.pid],
  ['of no process', 4_194_303],
])('a pid file with the pid %s does not keep the server from starting', async (_, pid) => {
  await givenCluster();
  const first = await start();
  const left = await readFile(pidFile(), 'utf8');
  await first.stop();
  await writeFile(pidFile(), left.replace(/^\d+/, String(pid)), { mode: 0o600 });
  // the file belongs to PostgreSQL's account
  if (process.getuid?.() === 0) await chmod(pidFile(), 0o644);

  const again = await start();

  expect(await serverPid()).not.toBe(pid);
  expect(await query(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('another port is taken, and kept, when someone else listens on the usual one', async () => {
  await givenCluster();
  const first = await start();
  await first.stop();
  const other = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(other, 'listening');

  const second = await start().finally(() => other.close());

  expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
  await second.stop();
  expect((await start()).url).toBe(second.url);
});

test('data of another major version is refused with what to do', async () => {
  await givenCluster();
  await writeFile(join(dir, 'pgdata', 'PG_VERSION'), '17\n');

  await expect(start()).rejects.toThrow(/written by PostgreSQL 17, .* .*pg_dump/);
});

test('an interrupted first start is begun again', async () => {
  await mkdir(join(dir, 'pgdata.new', 'base'), { recursive: true });

  const postgres = await start();

  expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

asRoot(
  'root keeps data below a folder that only root may enter, and leaves that folder as it is',
  async () => {
    await chmod(base, 0o700);
    const first = await start({ durable: true });
    await keepNote(first.url);
    process.kill(await serverPid(), 'SIGKILL');
    await first.stop();
    const { owner, url } = await startElsewhere();
    await kill(owner);

    const again = await start();

    expect(again.url).toBe(url);
    expect(await notes(again.url)).toEqual([{ text: 'kept' }]);
    expect((await stat(base)).mode & 0o777).toBe(0o700);
  },
);
