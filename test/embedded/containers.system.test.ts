import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';

/** A container has its own processes, shared memory and network, and shares the volume. */
const CONTAINER = ['--pid', '--fork', '--mount-proc', '--ipc', '--net', '--kill-child'];
const canIsolate =
  process.platform === 'linux' && spawnSync('unshare', [...CONTAINER, 'true']).status === 0;
const isolated = canIsolate ? test : test.skip;

let base: string;
let dir: string;
let containers: ChildProcess[];

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'embedded-containers-')));
  if (process.getuid?.() === 0) await chmod(base, 0o755);
  dir = join(base, 'data');
  containers = [];
});

afterEach(async () => {
  await Promise.all(containers.map(remove));
  await EmbeddedPostgres.stopLeftBehind(dir);
  await rm(base, { recursive: true, force: true });
});

interface Container {
  container: ChildProcess;
  url?: string;
  refused?: string;
  /** Writes or reads through the container's own network. */
  query(sql: string): Promise<unknown[]>;
}

/**
 * Starts an owner of the folder in a container, below `shell` when the container must outlive the
 * owner.
 */
async function startContainer({ shell }: { shell?: string } = {}): Promise<Container> {
  const owner = [
    process.execPath,
    join(__dirname, 'owner.mjs'),
    process.env['TEST_COMPILED']!,
    dir,
    'true',
  ];
  const command = shell ? ['sh', '-c', shell, 'sh', ...owner] : owner;
  const container = spawn(
    'unshare',
    [...CONTAINER, 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'sh', ...command],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  containers.push(container);
  const lines = createInterface(container.stdout!);
  const read = async (): Promise<unknown> =>
    JSON.parse(((await once(lines, 'line')) as [string])[0]);
  const first = (await read()) as { url?: string; refused?: string };
  const query = async (sql: string): Promise<unknown[]> => {
    container.stdin!.write(`${JSON.stringify(sql)}\n`);
    return (await read()) as unknown[];
  };
  return { container, ...first, query };
}

/** Like the removal of a container: kills every process in it. */
async function remove(container: ChildProcess): Promise<void> {
  if (container.exitCode !== null || container.signalCode !== null) return;
  container.kill('SIGKILL');
  await once(container, 'exit');
}

isolated(
  'a second container is refused while the first one lives, or is suspended, and starts when that is gone',
  async () => {
    const first = await startContainer();
    await first.query('CREATE TABLE note (text text)');

    const second = await startContainer();
    const pids = descendants(first.container.pid!);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const third = await startContainer();
    for (const pid of pids) process.kill(pid, 'SIGCONT');

    expect(second.refused).toMatch(/in use by process \d+ of another container/);
    expect(third.refused).toBe(second.refused);
    await first.query(`INSERT INTO note VALUES ('kept')`);
    await remove(first.container);
    const fourth = await startContainer();
    expect(await fourth.query('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  },
);

isolated(
  'a server that outlives its owner in another container keeps the folder until it has ended',
  async () => {
    const first = await startContainer({ shell: '"$@" & wait; sleep 1000' });
    const inside = descendants(first.container.pid!);
    // The server would end by itself.
    for (const pid of inside) if (commandOf(pid).includes('postgres')) process.kill(pid, 'SIGSTOP');
    process.kill(
      inside.find((pid) => commandOf(pid).startsWith(process.execPath))!,
      'SIGKILL',
    );

    const second = await startContainer();

    expect(second.refused).toContain('PostgreSQL server of another container');
    await remove(first.container);
    expect((await startContainer()).url).toBeDefined();
  },
);

function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const children = stdout.split('\n').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
