import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode } from './embedded-postgres.error.js';

/**
 * Start time of a process in the platform's format; undefined when it does not exist or is a
 * zombie. A pid alone proves nothing: after a crash or in a new container it can belong to another
 * process.
 */
export function birthOf(pid: number): string | undefined {
  return process.platform === 'linux' ? birthFromProc(pid) : birthFromPs(pid);
}

/** The parent of a process. */
export function parentOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return Number(ps(pid, 'ppid=')) || undefined;
  const stat = readOrNothing(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || undefined;
}

function birthFromProc(pid: number): string | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`);
  // The second field, the program name, may contain blanks and parentheses, so fields are counted
  // from the last parenthesis.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return !state || state === 'Z' || state === 'X' ? undefined : rest[18];
}

function birthFromPs(pid: number): string | undefined {
  const [state, ...began] = ps(pid, 'state=,lstart=').split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : began.join('-').replaceAll(':', '-');
}

/**
 * Whether the process may be the PostgreSQL server of this data directory; a connection settles
 * remaining doubt.
 */
export function mayBeServerOf(dataDir: string, pid: number): boolean {
  const program =
    process.platform === 'linux' ? readOrNothing(`/proc/${pid}/comm`) : basename(ps(pid, 'comm='));
  if (program.trim() !== 'postgres' || birthOf(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    const [at, data] = [statSync(`/proc/${pid}/cwd`), statSync(dataDir)];
    return at.ino === data.ino && at.dev === data.dev;
  } catch (error) {
    // Root without CAP_SYS_PTRACE, as in a container, may not look.
    return errorCode(error) === 'EACCES';
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
