import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claim } from '../../src/platform/database/embedded/ownership.js';
import { LivenessSocket, probe } from '../../src/platform/database/embedded/liveness-socket.js';
import type { Claimant } from '../../src/platform/database/embedded/claim.js';
import {
  excludeEachOther,
  type Place,
  placeOf,
} from '../../src/platform/database/embedded/place.js';
import { ServerRecord } from '../../src/platform/database/embedded/server-record.js';
import { until } from '../support/waiting.js';

const timing = { beatMs: 100, staleMs: 1_500 };

let dir: string;
let lost: jest.Mock;
let releases: (() => Promise<void>)[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'claims-'));
  lost = jest.fn();
  releases = [];
});
afterEach(async () => {
  await Promise.all(releases.map((release) => release()));
  await rm(dir, { recursive: true, force: true });
});

/** Claims the folder under another name, like another process. */
async function claimAs(name: string): Promise<void> {
  releases.push(await claim(`${dir}/${name}/..`, { log: () => {}, onLost: lost, timing }));
}

/** Changes the record of the only claimant, so that it looks like a process elsewhere. */
async function forge(change: (claimant: Claimant) => void): Promise<void> {
  const [name] = await readdir(join(dir, 'owners'));
  const file = join(dir, 'owners', name!, 'claim.json');
  const claimant = JSON.parse(await readFile(file, 'utf8')) as Claimant;
  change(claimant);
  await writeFile(file, JSON.stringify(claimant));
}

const elsewhere = (claimant: Claimant): void => {
  claimant.place = {
    ...claimant.place,
    boot: 'of another machine',
    localFileSystem: false,
    host: 'other',
  };
};

beforeEach(async () => {
  for (const name of ['first', 'second', 'third'])
    await rm(join(dir, name), { recursive: true, force: true });
  for (const name of ['first', 'second', 'third']) await mkdir(join(dir, name));
});

test('a claimant with other pids is told by its socket', async () => {
  await claimAs('first');
  await forge((claimant) =>
    Object.assign(claimant.place, { pidNamespace: 'pid:[1]', host: 'other' }),
  );

  await expect(claimAs('second')).rejects.toThrow(
    /in use by process \d+ of another container or machine \(other\)/,
  );
  await releases.pop()!();

  await claimAs('second');
  expect(lost).not.toHaveBeenCalled();
});

test('a claimant on another machine is told by its heartbeat', async () => {
  await claimAs('first');
  await forge(elsewhere);

  await expect(claimAs('second')).rejects.toThrow('(other)');
  expect(lost).not.toHaveBeenCalled();
});

test('a claimant on another machine that is silent for too long loses the folder, and notices when it wakes up', async () => {
  await claimAs('first');
  await forge(elsewhere);
  const [name] = await readdir(join(dir, 'owners'));
  const beat = join(dir, 'owners', name!, 'beat');
  await rm(beat);
  await mkdir(beat); // the heartbeat stops, as while the process is suspended ...

  await claimAs('second');

  await until(async () => lost.mock.calls.length > 0); // ... and the next beat finds the claim gone
  expect(await readdir(join(dir, 'owners'))).not.toContain(name);
});

test('a claim of before a restart of the machine is void only where no other machine can use the file system', () => {
  const here: Place = { ...placeOf(dir), boot: 'now', localFileSystem: true };

  expect(excludeEachOther(here, { ...here, boot: 'before' })).toBe(true);
  expect(excludeEachOther(here, { ...here, boot: 'before', localFileSystem: false })).toBe(false);
  expect(excludeEachOther({ ...here, localFileSystem: false }, { ...here, boot: 'before' })).toBe(
    false,
  );
  expect(excludeEachOther(here, { ...here, boot: null })).toBe(false);
  expect(excludeEachOther(here, here)).toBe(false);
});

test('a server that another machine may have left running loses its pid file before another one is started', async () => {
  const dataDir = join(dir, 'first');
  const record = new ServerRecord(dir, dataDir);
  (await record.write())?.close();
  const file = join(dir, 'server.json');
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Claimant;
  elsewhere(recorded);
  await writeFile(file, JSON.stringify(recorded));
  await writeFile(join(dataDir, 'postmaster.pid'), '1\n');
  const lines: string[] = [];

  const began = performance.now();
  await record.excludeOthers((line) => lines.push(line), { fenceMs: 300 });

  expect(performance.now() - began).toBeGreaterThan(290);
  expect(lines).toEqual([expect.stringContaining('other')]);
  expect(await readdir(dataDir)).toEqual([]);
});

test('a socket is told apart from one that nobody holds, and from what is no socket, however long its path is', async () => {
  const deep = join(dir, 'd'.repeat(120));
  await mkdir(deep);
  const path = join(deep, 'socket');
  const socket = await LivenessSocket.create(path);

  if (process.platform === 'linux') expect(await probe(path)).toBe('alive');
  socket?.close();
  if (process.platform === 'linux') expect(await probe(path)).toBe('dead');
  await writeFile(join(deep, 'file'), '');
  expect(await probe(join(deep, 'absent'))).toBe('unknown');
});
