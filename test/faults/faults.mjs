import { execFile } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Adversaries } from '../live/adversaries.mjs';
import { ADMIN_TOKEN } from './instances.mjs';
import { DATABASE, ROLE } from './postgres.mjs';

const run = promisify(execFile);
/** How long change requests wait that are due after a restore. */
const DUE_AFTER_MS = 9_000;
const HOUR_MS = 3_600_000;

/**
 * A fault. `inject` returns when it is over. `unaffected`: instances that must serve as if nothing
 * happened. `areSearchesAnswered`: they must answer every search too. `needs`: what must hold for
 * the fault to be possible.
 * @typedef {{ name: string, unaffected?: number[], areSearchesAnswered?: boolean, needs?: (scene:
 * Scene) => string | undefined, inject: (scene: Scene) => Promise<void> }} Fault
 * @typedef {import('./scene.mjs').FaultScene} Scene
 */

/**
 * In the order in which they are injected.
 * @type {Fault[]}
 */
export const FAULTS = [
  {
    name: 'kill-instance',
    unaffected: [1, 2],
    async inject({ instances, holdMs }) {
      await instances.all[0].stop('SIGKILL');
      await sleep(holdMs / 2);
      await instances.begin(0);
    },
  },
  {
    name: 'stop-instance',
    unaffected: [1, 2],
    async inject({ instances, holdMs }) {
      instances.all[0].signal('SIGSTOP');
      await sleep(holdMs);
      instances.all[0].signal('SIGCONT');
    },
  },
  {
    name: 'kill-postgres',
    async inject({ primary, holdMs }) {
      await primary.kill();
      await sleep(holdMs / 2);
      await primary.start();
    },
  },
  {
    name: 'stop-postgres',
    async inject({ primary, holdMs }) {
      await primary.signalAll('SIGSTOP');
      await sleep(holdMs);
      await primary.signalAll('SIGCONT');
    },
  },
  {
    name: 'terminate-sessions',
    async inject({ primary, holdMs }) {
      for (const end = Date.now() + holdMs / 2; Date.now() < end; await sleep(100))
        await terminate(primary, 'usename = $1', [ROLE]);
    },
  },
  { name: 'exhaust-pool', inject: exhaustConnections },
  { name: 'full-disk', needs: ({ mount }) => mount.reason, inject: fillDisk },
  {
    name: 'lost-listen',
    async inject({ primary, direct, holdMs }) {
      await terminate(primary, 'application_name = $1', ['feature-flag-admin channel']);
      await sleep(1_000);
      direct.silence(true);
      await sleep(holdMs);
      direct.silence(false);
    },
  },
  {
    name: 'lag-replica',
    unaffected: [0, 1, 2],
    areSearchesAnswered: true,
    async inject({ replica, holdMs }) {
      await replica.query('SELECT pg_wal_replay_pause()');
      await sleep(holdMs);
      await replica.query('SELECT pg_wal_replay_resume()');
    },
  },
  {
    name: 'kill-replica',
    unaffected: [0, 1, 2],
    areSearchesAnswered: true,
    async inject({ replica, holdMs }) {
      await replica.kill();
      await sleep(holdMs / 2);
      await replica.start();
    },
  },
  {
    name: 'stop-replica',
    unaffected: [0, 1, 2],
    async inject({ replica, holdMs }) {
      await replica.signalAll('SIGSTOP');
      await sleep(holdMs);
      await replica.signalAll('SIGCONT');
    },
  },
  { name: 'promote', inject: promote },
  { name: 'restore-dump', inject: restoreDump },
  { name: 'locked-switches', unaffected: [0, 1, 2], inject: beside('lockedSwitches') },
  { name: 'locked-changes', unaffected: [0, 1, 2], inject: beside('lockedChanges') },
  {
    name: 'removed-callers',
    unaffected: [0, 1, 2],
    inject: beside('removedSenders', 'removedReaders'),
  },
  {
    name: 'clock-steps',
    unaffected: [0, 1, 2],
    async inject({ instances, holdMs }) {
      instances.setClock(0, HOUR_MS);
      instances.setClock(1, -HOUR_MS);
      await sleep(holdMs);
      instances.setClock(0, 0);
      instances.setClock(1, 0);
    },
  },
];

/**
 * Others get into the way, at all instances.
 * @param {...string} what Names of methods of the adversaries.
 * @returns {Fault['inject']}
 */
function beside(...what) {
  return async ({ instances, primary, workload, holdMs }) => {
    const adversaries = new Adversaries({
      ports: instances.ports,
      token: ADMIN_TOKEN,
      connect: () => primary.connect({ database: DATABASE, role: ROLE }),
    });
    await adversaries.prepare();
    for (const name of what) await adversaries[name]();
    await sleep(holdMs);
    await adversaries.end();
    adversaries.close();
    workload.trespasses.push(...adversaries.trespasses);
    if (what.includes('removedSenders') && adversaries.removals === 0)
      workload.trespasses.push('nobody was removed');
  };
}

/**
 * Ends sessions of the service.
 * @param {import('./postgres.mjs').Cluster} cluster
 */
async function terminate(cluster, condition, values) {
  await cluster
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${condition}`, values)
    .catch(() => {});
}

/** Another client takes every connection that an ordinary role can have, as soon as one is free. */
async function exhaustConnections({ primary, holdMs }) {
  const taken = [];
  const take = async () => {
    for (;;) taken.push(await primary.connect({ database: DATABASE, role: ROLE }));
  };
  await take().catch(() => {});
  const ours = 'usename = $1 AND application_name <> $2';
  for (const end = Date.now() + holdMs; Date.now() < end; await sleep(200)) {
    await terminate(primary, `${ours} AND NOT (pid = ANY($3))`, [
      ROLE,
      '-',
      taken.map((client) => client.processID),
    ]);
    await take().catch(() => {});
  }
  await Promise.all(taken.map((client) => client.end().catch(() => {})));
}

/** Fills the file system of the primary, tables and WAL, and starts the server if it ended. */
async function fillDisk({ primary, mount, holdMs }) {
  const ballast = join(mount.dir, 'ballast');
  const end = Date.now() + holdMs;
  do {
    const { bavail, bsize } = await statfs(mount.dir);
    if (bavail > 0)
      await run('fallocate', ['-l', String(bavail * bsize), `${ballast}-${Date.now()}`]).catch(
        () => {},
      );
    // Uses up the WAL segments that exist, so that the server needs new ones.
    for (let n = 0; n < 5; n++) {
      await primary.query('SELECT pg_switch_wal()').catch(() => {});
      await sleep(50);
    }
  } while (Date.now() < end);
  await run('sh', ['-c', `rm -f ${ballast}-*`]);
  if (!primary.isRunning) await primary.start();
  await primary.untilReady();
}

/**
 * The primary is lost, and its standby is promoted. Replication is synchronous in this phase, since
 * asynchronous replication loses acknowledged changes by design. The replica of the lost primary is
 * removed, too: it may have changes that the new primary lacks.
 */
async function promote(scene) {
  const { primary, replica, proxy, direct, holdMs } = scene;
  const standby = await primary.standby(scene.folder('standby'), 'standby');
  await standby.start();
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await primary.query('SELECT pg_reload_conf()');
  while (!(await isSynchronous(primary))) await sleep(100);
  await sleep(holdMs / 2);
  await primary.kill();
  await replica.kill();
  await standby.run('pg_ctl', ['promote', '-D', standby.dir, '-w']);
  await standby.query('ALTER SYSTEM RESET synchronous_standby_names');
  await standby.query('SELECT pg_reload_conf()');
  scene.primary = standby;
  for (const one of [proxy, direct]) one.switchTo(standby.port);
}

async function isSynchronous(cluster) {
  const [row] = await cluster.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  return row !== undefined;
}

/**
 * A dump is restored into a new cluster, whose transaction ids start from the beginning, and the
 * running instances are switched to it. Writes pause meanwhile, since a dump lacks later changes.
 * Change requests that were scheduled before are due after it.
 */
async function restoreDump(scene) {
  const { primary, replica, proxy, direct, workload } = scene;
  workload.agreed.aheadMs = DUE_AFTER_MS;
  await sleep(DUE_AFTER_MS / 3);
  await workload.pauseWrites(true);
  const file = scene.folder('dump');
  await writeFile(
    file,
    (await primary.run('pg_dump', ['-d', primary.url({ database: DATABASE })])).stdout,
  );
  const fresh = await scene.emptyCluster('restored');
  await run(join(fresh.programs, 'psql'), [
    '-q',
    '-v',
    'ON_ERROR_STOP=1',
    '-f',
    file,
    '-d',
    fresh.url({ database: DATABASE }),
  ]);
  scene.primary = fresh;
  for (const one of [proxy, direct]) one.switchTo(fresh.port);
  for (const one of [replica, primary]) await one.stop();
  await rm(file);
  await workload.pauseWrites(false);
}
