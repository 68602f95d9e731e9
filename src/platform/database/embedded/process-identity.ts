import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

const isLinux = process.platform === 'linux';

/**
 * Start time of a process in the platform's format; undefined when it does not exist or is a
 * zombie. A pid alone proves nothing: after a crash or in a new container it can belong to another
 * process.
 */
export function birthOf(pid: number): string | undefined {
  if (!isLinux) {
    const [state, ...began] = ps(pid, 'state=,lstart=').split(/\s+/);
    return !state || state.startsWith('Z') ? undefined : began.join('-').replaceAll(':', '-');
  }
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The second field, the program name, may contain blanks and parentheses, so fields are counted
  // from the last parenthesis.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return !state || state === 'Z' || state === 'X' ? undefined : rest[18];
}

/** Whether the process is the PostgreSQL server of this data directory. */
export function isServerOf(dataDir: string, pid: number): boolean {
  if (birthOf(pid) === undefined) return false;
  if (!isLinux) return ps(pid, 'command=').includes(`/postgres -D ${dataDir} -c`);
  if (readOrNothing(`/proc/${pid}/comm`).trim() !== 'postgres') return false;
  try {
    const [at, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataDir)];
    return at.ino === data.ino && at.dev === data.dev;
  } catch {
    // Root without CAP_SYS_PTRACE, as in a container, may not look.
    return readOrNothing(`/proc/${pid}/cmdline`).includes(`\0-D\0${dataDir}\0`);
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function ps(pid: number, columns: string): string {
  return (
    spawnSync('ps', ['-o', columns, '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    }).stdout ?? ''
  ).trim();
}
