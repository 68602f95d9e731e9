import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '../load/http-connection.mjs';
import { ADMIN_TOKEN, startService } from '../service.mjs';

const INSTANCES = 3;
const SWITCHES = 150;
const SERVED = `served by ${INSTANCES - 1} other instances after ms`;
/** How many callers switch other features at the same time, on all instances together. */
export const OTHERS = 8;

/**
 * How long it takes from the response of one instance to a switch until the other instances serve
 * the new state: while nothing else happens, and while {@link OTHERS} callers switch as fast as
 * they can.
 * @param {string} url
 * @returns {Promise<string>} Lines to print.
 */
export async function propagation(url, pool) {
  const services = [];
  try {
    for (let n = 0; n < INSTANCES; n++) services.push(await startService(url, { poolMax: 16 }));
    const { watched, others } = await featuresOf(pool);
    const connect = ({ port }) => new HttpConnection(port, { authorization: ADMIN_TOKEN });
    const connections = services.map(connect);
    const quiet = await measured(connections, watched);
    const noise = new Noise(
      others.slice(0, OTHERS),
      services.map(connect).concat(services.map(connect), services.map(connect)),
    );
    const busy = await measured(connections, watched);
    const switches = await noise.end();
    return [
      line(`${SERVED}, alone`, quiet),
      line(`${SERVED}, beside ${switches} switches/s of others`, busy),
    ].join('\n');
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** A feature to watch, and others to be switched meanwhile. */
export async function featuresOf(client) {
  const { rows } = await client.query(
    `SELECT f.project, f.name, fe.enabled FROM feature f JOIN feature_environment fe ON fe.feature_name = f.name
      WHERE f.archived_at IS NULL AND fe.environment = 'production' AND fe.active_strategy_count > 0 ORDER BY f.name LIMIT 16`,
  );
  const [watched, ...others] = rows;
  return { watched, others };
}

async function measured([one, ...others], feature) {
  const latencies = [];
  const path = `/api/client/features/${feature.name}?environment=production`;
  await Promise.all([one, ...others].map((connection) => connection.ask('GET', path)));
  for (let n = 0; n < SWITCHES; n++) {
    await turn(one, feature);
    const began = performance.now();
    await Promise.all(
      others.map(async (connection) => {
        while (JSON.parse((await connection.ask('GET', path)).body()).enabled !== feature.enabled)
          await sleep(1);
        latencies.push(performance.now() - began);
      }),
    );
  }
  return latencies.sort((a, b) => a - b);
}

/** Turns a feature off when it is on, and on when it is off. */
export async function turn(connection, feature) {
  const to = feature.enabled ? 'off' : 'on';
  const answer = await connection.ask(
    'POST',
    `/api/admin/projects/${feature.project}/features/${feature.name}/environments/production/${to}`,
  );
  if (answer.status !== 200)
    throw new Error(`${to} was answered ${answer.status}: ${answer.body().slice(0, 500)}`);
  feature.enabled = !feature.enabled;
}

/**
 * Callers that switch one feature each until `end` is called: as fast as they can, or a given
 * number of times a second altogether.
 */
export class Noise {
  #ended = false;
  #begun = 0;
  #count = 0;
  #began = performance.now();
  #done;

  #perSecond;

  /** @param {number} [perSecond] */
  constructor(features, connections, perSecond = Infinity) {
    this.#perSecond = perSecond;
    this.#done = Promise.all(features.map((feature, n) => this.#switch(connections[n], feature)));
  }

  async #switch(connection, feature) {
    while (!this.#ended) {
      const due = this.#began + (this.#begun++ / this.#perSecond) * 1000;
      await sleep(Math.max(0, due - performance.now()));
      if (this.#ended) return;
      await turn(connection, feature);
      this.#count++;
    }
  }

  /** @returns How many switches there were in a second. */
  async end() {
    this.#ended = true;
    await this.#done;
    return Math.round(this.#count / ((performance.now() - this.#began) / 1000));
  }
}

/** Percentiles of sorted latencies as a line of text. */
export function line(what, latencies) {
  const at = (share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))].toFixed(1);
  return `${what}: p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`;
}
