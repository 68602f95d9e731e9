// Injects faults into a running installation, one after the other. See docs/develop/faults.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applicationFailures } from './change-requests.mjs';
import {
  BACK_MS,
  backAfter,
  backFailures,
  eventFailures,
  gapFailures,
  historyFailures,
  replicaFailures,
  SEARCH_GAP_MS,
  scheduleFailures,
  SWITCH_GAP_MS,
  servedFailures,
} from './checks.mjs';
import { FAULTS } from './faults.mjs';
import { milestoneFailures } from './milestones.mjs';
import { FaultScene } from './scene.mjs';
import { Workload } from './workload.mjs';

/** Milliseconds for which the workload runs before a fault, and after everything works again. */
const STEADY_MS = 2_000;
/**
 * The longest time that the workload runs after a fault, in milliseconds; longer than the limit, so
 * that a late recovery is measured.
 */
const MOST_MS = BACK_MS + 5_000;
/** How many failures of a check are printed. */
const MOST_LINES = 8;

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, seconds: { type: 'string', default: '12' } },
});
const wanted = options.only.split(',').filter(Boolean);
const known = FAULTS.map(({ name }) => name);
const strange = wanted.filter((name) => !known.includes(name));
if (strange.length > 0) throw new Error(`--only takes ${known.join(', ')}; not ${strange}.`);

const scene = await FaultScene.start(Number(options.seconds) * 1000);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void scene.stop().finally(() => process.exit(1)));
try {
  process.exitCode = await runAll(
    FAULTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
  );
} finally {
  await scene.stop();
}

/** @param {import('./faults.mjs').Fault[]} faults @returns {Promise<number>} The exit status. */
async function runAll(faults) {
  const [{ version }] = await scene.primary.query(
    "SELECT current_setting('server_version') AS version",
  );
  console.log(
    `PostgreSQL ${version}, ${scene.programs}, 3 instances, faults of ${options.seconds} s`,
  );
  const rows = [];
  for (const fault of faults) {
    const reason = fault.needs?.(scene);
    rows.push(reason ? { name: fault.name, reason, failures: [] } : await phase(fault));
  }
  console.log(`\n${table(rows)}`);
  const failed = rows.filter(({ failures }) => failures.length > 0).length;
  const skipped = rows.filter(({ reason }) => reason).length;
  console.log(`\n${rows.length - failed - skipped} held, ${failed} failed, ${skipped} not run`);
  return failed > 0 ? 1 : 0;
}

/** @param {import('./faults.mjs').Fault} fault */
async function phase({ name, inject, unaffected = [], areSearchesAnswered = false }) {
  const workload = new Workload(scene.instances, name);
  scene.workload = workload;
  await workload.prepare();
  workload.start();
  await sleep(STEADY_MS);
  await inject(scene);
  const over = performance.now();
  const isBack = () => backAfter(workload, over).every((milliseconds) => milliseconds < BACK_MS);
  do await sleep(STEADY_MS);
  while (!isBack() && performance.now() < over + MOST_MS);
  await workload.stop();
  const checks = {
    'no 401, 403 or 5xx other than 503': workload.client.wrong,
    [`/off within ${BACK_MS / 1000} s`]: backFailures(workload, over),
    'no gap in other instances': gapFailures(workload.probes, unaffected, SWITCH_GAP_MS),
    'every search answered': areSearchesAnswered
      ? gapFailures(workload.searches, unaffected, SEARCH_GAP_MS)
      : [],
    'replica in use again': await replicaFailures(scene),
    'one event per change': await eventFailures(workload, scene.primary),
    'each schedule executed once': await scheduleFailures(workload, scene.primary),
    'change requests applied once, all or nothing': await applicationFailures(
      workload.agreed,
      scene.primary,
      BACK_MS,
    ),
    'each milestone started once': await milestoneFailures(workload.planned, scene.primary),
    'removed callers change and see nothing': workload.trespasses,
    linearizable: historyFailures(workload),
    'served as stored': await servedFailures(workload, scene.primary),
  };
  return report(name, workload, over, checks);
}

function report(name, workload, over, checks) {
  const failures = Object.entries(checks).filter(([, lines]) => lines.length > 0);
  console.log(`${failures.length === 0 ? 'held  ' : 'FAILED'} ${name}`);
  for (const [check, lines] of failures) {
    console.log(`  ${check}: ${lines.length}`);
    for (const line of lines.slice(0, MOST_LINES)) console.log(`    ${line}`);
  }
  const all = [...workload.histories.values()].flat();
  const unknown =
    all.filter(({ end }) => end === Infinity).length +
    workload.attempts.filter(({ outcome }) => outcome === 'unknown').length +
    workload.probes.flat().filter(({ status }) => status === 0 || status >= 500).length;
  return {
    name,
    failures,
    requests: [...workload.client.statuses.values()].reduce((sum, count) => sum + count, 0),
    refused: workload.client.statuses.get(503) ?? 0,
    lost: (workload.client.statuses.get(0) ?? 0) + (workload.client.statuses.get(-1) ?? 0),
    unknown,
    applied: workload.agreed.applications.filter(({ outcome }) => outcome === 'ok').length,
    started: workload.planned.starts.flat().filter(({ status }) => status === 200).length,
    back: Math.max(...backAfter(workload, over)),
  };
}

function table(rows) {
  const head = [
    ...['fault', 'requests', '503', 'no answer', 'unknown writes', 'applied', 'started'],
    ...['/off back', 'result'],
  ];
  const cells = rows.map((row) =>
    row.reason
      ? [row.name, '', '', '', '', '', '', '', `not run: ${row.reason}`]
      : [
          row.name,
          ...[row.requests, row.refused, row.lost, row.unknown, row.applied, row.started].map(
            String,
          ),
          `${(row.back / 1000).toFixed(1)} s`,
          row.failures.length === 0 ? 'held' : `failed: ${row.failures.map(([check]) => check)}`,
        ],
  );
  const lines = [head, head.map(() => '---'), ...cells];
  const widths = head.map((_, n) => Math.max(...lines.map((line) => line[n].length)));
  const padded = lines.map((line) =>
    line.map((cell, n) => (cell === '---' ? '-'.repeat(widths[n]) : cell.padEnd(widths[n]))),
  );
  return padded.map((line) => `| ${line.join(' | ')} |`).join('\n');
}
