import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  birthOf,
  holdSocket,
  isHeld,
  isLocked,
  lockFolder,
} from '../../src/platform/database/embedded/folder-lock.js';

/** The name of a process that this machine does not have. */
const INVISIBLE = '4194303-1.0a1b2c3d4e5f';

let dir: string;
let releases: (() => Promise<void>)[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folder-lock-'));
  for (const name of ['first', 'second']) await mkdir(join(dir, name));
  releases = [];
});
afterEach(async () => {
  await Promise.all(releases.map((release) => release()));
  await rm(dir, { recursive: true, force: true });
});

const owners = () => join(dir, 'owners');

/** Locks the folder under another name, like another process. */
async function lockAs(name: 'first' | 'second'): Promise<void> {
  releases.push(await lockFolder(`${dir}/${name}/..`));
}

test('a process of another container, whose pid means nothing here, is told by its socket', async () => {
  await lockAs('first');
  const [forEarlierVersions, name] = (await readdir(owners())).sort();
  await rm(join(owners(), forEarlierVersions!));
  await rename(join(owners(), name!), join(owners(), INVISIBLE));

  await expect(lockAs('second')).rejects.toThrow('in use by process 4194303 of another container');
  expect(await isLocked(dir)).toBe(true);
  await releases.pop()!();
  expect(await isLocked(dir)).toBe(false);

  await lockAs('second');
  expect(await readdir(owners())).not.toContain(INVISIBLE);
});

test('without sockets, a process is recognised by its pid and its start time', async () => {
  const name = `${process.pid}-${birthOf(process.pid)}.0a1b2c3d4e5f`;
  await mkdir(owners());
  await writeFile(join(owners(), name), '');

  await expect(lockAs('first')).rejects.toThrow(/in use by process \d+\. Stop it first/);

  await rename(join(owners(), name), join(owners(), `${process.pid}-1.0a1b2c3d4e5f`));
  await lockAs('first');
});

test('a process of an earlier version, which has a folder with a socket, keeps its lock', async () => {
  const claim = join(owners(), '4194303-1');
  await mkdir(claim, { recursive: true });
  const socket = await holdSocket(join(claim, 'socket'));

  await expect(lockAs('first')).rejects.toThrow('in use by process 4194303');
  socket?.close();

  await lockAs('first');
  expect(await readdir(owners())).not.toContain('4194303-1');
});

test('an earlier version sees a lock of this one by the name that it would have', async () => {
  await lockAs('first');
  const name = `${process.pid}-${birthOf(process.pid)}`;
  expect(await readdir(owners())).toContain(name);

  await releases.pop()!();
  expect(await readdir(owners())).toEqual([]);
});

test('a socket is told apart from one that nobody holds, and from what is no socket, however long its path is', async () => {
  const deep = join(dir, 'd'.repeat(120));
  await mkdir(deep);
  const path = join(deep, 'socket');
  const socket = await holdSocket(path);

  if (process.platform === 'linux') expect(await isHeld(path)).toBe(true);
  socket?.close();
  expect(await isHeld(path)).toBe(false);
  await writeFile(join(deep, 'file'), '');
  expect(await isHeld(join(deep, 'file'))).toBe(false);
  expect(await isHeld(join(deep, 'absent'))).toBe(false);
});
