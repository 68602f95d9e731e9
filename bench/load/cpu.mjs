import { readFileSync } from 'node:fs';

/** Clock ticks per second, the unit in which Linux counts CPU time. */
const TICKS = 100;

/**
 * CPU seconds that processes have used so far, or NaN where that cannot be read: on other systems
 * than Linux, or for processes on another machine.
 * @param {number[]} pids
 */
export function cpuSeconds(pids) {
  try {
    const ticks = pids.map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((sum, part) => sum + part, 0) / TICKS;
  } catch {
    return NaN;
  }
}

/**
 * Bytes of memory that processes occupy, or NaN where that cannot be read.
 * @param {number[]} pids
 */
export function residentBytes(pids) {
  try {
    const kibibytes = pids.map((pid) =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]),
    );
    return kibibytes.reduce((sum, part) => sum + part, 0) * 1024;
  } catch {
    return NaN;
  }
}

/**
 * Processes of the sessions of a database, if its server runs on this machine.
 * @param {import('pg').Pool} pool
 * @returns {Promise<number[]>}
 */
export async function serverProcesses(pool) {
  const { rows } = await pool.query(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  const pids = rows.map(({ pid }) => pid);
  return pids.every(isPostgres) ? pids : [-1];
}

function isPostgres(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'latin1').startsWith('postgres');
  } catch {
    return false;
  }
}
