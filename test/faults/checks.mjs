import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN, CLIENT_TOKENS } from './instances.mjs';
import { checkRegister } from './linearizability.mjs';
import { statusOf } from './status-of.mjs';

/**
 * Milliseconds within which `/off` must work again, and all instances must serve the state in the
 * database.
 */
export const BACK_MS = 10_000;
/** A switch through an unaffected instance that takes longer, in milliseconds, counts as a gap. */
export const SWITCH_GAP_MS = 2_000;
/** The same for a search, which first waits for the replica before it runs on the primary. */
export const SEARCH_GAP_MS = 5_000;

/**
 * Milliseconds from a time until each instance answers every switch again.
 * @returns {number[]}
 */
export function backAfter({ probes }, over) {
  return probes.map((switches) => {
    const failed = switches.findLastIndex(({ status }) => status !== 200);
    const first = switches.slice(failed + 1).find(({ to }) => to >= over);
    return first ? Math.max(0, first.to - over) : Infinity;
  });
}

/** @returns {string[]} */
export function backFailures(workload, over) {
  return backAfter(workload, over).flatMap((milliseconds, n) =>
    milliseconds <= BACK_MS
      ? []
      : [`instance ${n} answered switches ${Math.round(milliseconds)} ms after the fault`],
  );
}

/**
 * Unaffected instances must answer every request of a kind (switches or searches) without a gap.
 * @returns {string[]}
 */
export function gapFailures(requests, unaffected, gapMs) {
  return unaffected.flatMap((n) =>
    requests[n]
      .filter(({ status, from, to }) => status !== 200 || to - from > gapMs)
      .map(({ status, from, to }) => `instance ${n}: ${status} after ${Math.round(to - from)} ms`),
  );
}

/** @returns {string[]} */
export function historyFailures({ histories }) {
  return [...histories].flatMap(([register, history]) => {
    const initial = register.endsWith(' description') ? '' : false;
    const { isLinearizable, isDecided, stuckAt } = checkRegister(history, initial);
    if (isLinearizable) return [];
    if (!isDecided) return [`${register}: not decided, too many unknown outcomes`];
    return [`${register}: not linearizable at ${JSON.stringify(stuckAt?.slice(0, 4))}`];
  });
}

/**
 * Each acknowledged change must have exactly one event, each unacknowledged one at most one, each
 * refused one none.
 * @param {import('./postgres.mjs').Cluster} cluster
 * @returns {Promise<string[]>}
 */
export async function eventFailures(workload, cluster) {
  const events = await cluster.query(
    `SELECT type, feature_name AS feature, environment, data
     FROM event WHERE starts_with(feature_name, $1) ORDER BY id`,
    [`${workload.tag}-`],
  );
  return [
    ...attemptFailures(workload.attempts, events),
    ...workload.probes.flatMap((switches, n) => probeFailures(switches, workload.own[n], events)),
    ...alternationFailures(events),
  ];
}

function attemptFailures(attempts, events) {
  const keyOf = (type, feature, mark) => JSON.stringify([type, feature, mark]);
  const counts = new Map();
  for (const { type, feature, data } of events) {
    const mark = type === 'feature-strategy-add' ? data.title : data?.description;
    const isMarked = ['feature-strategy-add', 'feature-metadata-updated'].includes(type);
    const key = keyOf(type, feature, isMarked ? mark : undefined);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const allowed = { ok: [1], unknown: [0, 1], failed: [0] };
  return attempts.flatMap(({ event, feature, mark, outcome }) => {
    const count = counts.get(keyOf(event, feature, mark)) ?? 0;
    const name = `${event} of ${feature}${mark ? ` (${mark})` : ''}`;
    return allowed[outcome].includes(count) ? [] : [`${name} is ${outcome}, ${count} events`];
  });
}

/** Only this loop switches the feature, so each acknowledged switch is one event. */
function probeFailures(switches, feature, events) {
  const acknowledged = switches.filter(({ status }) => status === 200).length;
  const isOpen = switches.at(-1)?.status !== 200;
  const count = events.filter(
    (one) => one.feature === feature && /^feature-environment-(en|dis)abled$/.test(one.type),
  ).length;
  if (count === acknowledged || (isOpen && count === acknowledged + 1)) return [];
  return [`${feature}: ${acknowledged} acknowledged switches, ${count} events`];
}

/**
 * A switch to the present state records no event, so the events of a feature and environment
 * alternate.
 */
function alternationFailures(events) {
  const last = new Map();
  return events.flatMap(({ type, feature, environment }) => {
    if (!/^feature-environment-(en|dis)abled$/.test(type)) return [];
    const place = `${feature} in ${environment}`;
    const isRepeated = last.get(place) === type;
    last.set(place, type);
    return isRepeated ? [`${place}: ${type} twice in a row`] : [];
  });
}

/**
 * Each acknowledged schedule must be executed exactly once, and none be left over.
 * @param {import('./postgres.mjs').Cluster} cluster
 * @returns {Promise<string[]>}
 */
export async function scheduleFailures({ schedules }, cluster) {
  const read = () =>
    cluster.query(
      `SELECT s.id, s.state, (SELECT count(*)::int FROM event e
                WHERE e.type = 'schedule-executed' AND e.schedule_id = s.id) AS executions
         FROM schedule s WHERE s.id = ANY ($1)`,
      [schedules],
    );
  let rows = await read();
  for (const end = Date.now() + BACK_MS; Date.now() < end; await sleep(250)) {
    rows = await read();
    if (rows.every(({ state }) => state !== 'pending')) break;
  }
  const found = new Map(rows.map((row) => [row.id, row]));
  return schedules.flatMap((id) => {
    const { state = 'gone', executions = 0 } = found.get(id) ?? {};
    if (state === 'executed' && executions === 1) return [];
    return [`schedule ${id} is ${state}, executed ${executions} times`];
  });
}

/**
 * Every instance must serve the state in the database, to SDKs and to administrators, and answer
 * 304 to its own ETag.
 * @returns {Promise<string[]>}
 */
export async function servedFailures(workload, cluster) {
  let failures = [''];
  for (
    const end = Date.now() + BACK_MS;
    failures.length > 0 && Date.now() < end;
    await sleep(250)
  ) {
    // Read in each attempt, since scheduled changes can be executed meanwhile.
    const rows = await storedStates(workload, cluster);
    failures = (
      await Promise.all(
        workload.instances.ports.map((port, n) => differences(workload, port, n, rows)),
      )
    ).flat();
  }
  return failures;
}

function storedStates(workload, cluster) {
  return cluster.query(
    `SELECT e.feature_name AS feature, e.environment, e.enabled
     FROM feature_environment e JOIN feature f ON f.name = e.feature_name
     WHERE starts_with(e.feature_name, $1) AND f.archived_at IS NULL
       AND e.environment IN ('development', 'production') ORDER BY 1, 2`,
    [`${workload.tag}-`],
  );
}

async function differences(workload, port, n, rows) {
  const failures = [];
  const get = (path, headers) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(5_000) });
  try {
    for (const [environment, token] of Object.entries(CLIENT_TOKENS)) {
      const answer = await get('/api/client/features', { authorization: token });
      const { features } = await answer.json();
      const served = new Map(features.map(({ name, enabled }) => [name, enabled]));
      for (const row of rows.filter((one) => one.environment === environment))
        if ((served.get(row.feature) ?? false) !== row.enabled)
          failures.push(`instance ${n} serves SDKs ${row.feature} in ${environment} wrongly`);
    }
    for (const feature of [...workload.shared, ...workload.own]) {
      const path = `/api/admin/projects/default/features/${feature}`;
      const answer = await get(path, { authorization: ADMIN_TOKEN });
      const { environments } = await answer.json();
      for (const row of rows.filter((one) => one.feature === feature))
        if (environments.find(({ name }) => name === row.environment)?.enabled !== row.enabled)
          failures.push(`instance ${n} shows ${feature} in ${row.environment} wrongly`);
    }
    failures.push(...(await tagFailures(port, n)));
  } catch (error) {
    failures.push(`instance ${n}: ${error.message}`);
  }
  return failures;
}

/**
 * After a fault, each instance must read from the replica again, unless there is none any more.
 * @param {import('./scene.mjs').FaultScene} scene
 * @returns {Promise<string[]>}
 */
export async function replicaFailures({ replica, instances }) {
  if (!replica.isRunning) return [];
  const isUsed = async (port) => {
    const metrics = await fetch(`http://127.0.0.1:${port}/internal-backstage/prometheus`, {
      signal: AbortSignal.timeout(5_000),
    });
    return /^database_replica_up\{[^}]*\} 1$/m.test(await metrics.text());
  };
  let unused = instances.ports;
  for (const end = Date.now() + BACK_MS; unused.length > 0 && Date.now() < end; await sleep(250)) {
    const used = await Promise.all(unused.map((port) => isUsed(port).catch(() => false)));
    unused = unused.filter((_, n) => !used[n]);
  }
  return unused.map((port) => `instance ${instances.ports.indexOf(port)} does not use the replica`);
}

/** An instance must answer 304 to the ETag that it has just sent. */
async function tagFailures(port, n) {
  const headers = { authorization: CLIENT_TOKENS.production };
  const first = await statusOf(port, '/api/client/features', headers);
  const again = await statusOf(port, '/api/client/features', {
    ...headers,
    'if-none-match': first.etag ?? '',
  });
  return first.status === 200 && again.status === 304
    ? []
    : [`instance ${n} answers its own ETag with ${again.status}`];
}
