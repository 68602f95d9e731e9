import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentBytes } from '../load/cpu.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { ADMIN_TOKEN, startService } from '../service.mjs';
import { featuresOf, line, Noise, OTHERS, turn } from './propagation.mjs';

const INSTANCES = 3;
const SWITCHES = 150;
const AT_ONCE = 20;
/** How many times a second other callers switch features, as in the requirement. */
const OTHERS_PER_SECOND = 31;
/** How long idle streams are watched: more than one heartbeat. */
const IDLE_SECONDS = 20;
/** How long instances take until streams are closed. */
const SETTLE_MS = 5_000;
/** The share of the streams that is opened before memory is measured. */
const NOT_COUNTED = 0.2;
const DATA = 'data: ';

/**
 * How long it takes from the response of one instance to a switch until SDKs with streams from
 * three instances receive the change: while nothing else happens, and while others switch 31
 * features a second.
 * @param {string} url
 * @param {import('pg').Client} client
 * @param {number} count How many streams. Also measures what the streams cost the instances.
 * @returns {Promise<string>} Lines to print.
 */
export async function streaming(url, client, count) {
  const services = [];
  const streams = [];
  try {
    for (let n = 0; n < INSTANCES; n++) services.push(await startService(url, { poolMax: 16 }));
    const { watched, others } = await featuresOf(client);
    const pids = services.map(({ pid }) => pid);
    let memory = NaN;
    for (let n = 0; n < count; n++) {
      // The first streams reuse memory that was freed after the start, so they are not counted.
      if (n === Math.floor(count * NOT_COUNTED)) memory = residentBytes(pids);
      streams.push(new Follower(services[n % INSTANCES].port, watched));
      // A few at a time: each first receives all features, which this process keeps in memory until
      // the message is complete.
      if (streams.length % AT_ONCE === 0)
        await Promise.all(streams.map((stream) => stream.connected));
    }
    await Promise.all(streams.map((stream) => stream.connected));
    const memoryOfAll = residentBytes(pids) - memory;
    const idle = await cpuOf(pids, () => sleep(IDLE_SECONDS * 1000));
    const connect = ({ port }) => new HttpConnection(port, { authorization: ADMIN_TOKEN });
    const one = connect(services[0]);
    let quiet;
    const delivering = await cpuOf(pids, async () => {
      quiet = await measured(one, watched, streams);
    });
    const noise = new Noise(
      others.slice(0, OTHERS),
      services.map(connect).concat(services.map(connect), services.map(connect)),
      OTHERS_PER_SECOND,
    );
    const busy = await measured(one, watched, streams);
    const switches = await noise.end();
    one.close();
    const alone = await idleWithout(streams, pids);
    const what = `change received by ${count} streams of ${INSTANCES} instances after ms`;
    const shown = (name, { last, all }) => [
      line(`${what}, ${name}`, all),
      line(`  the last of them, ${name}`, last),
    ];
    return [
      `${count} streams: ${(memoryOfAll / 1024 / count / (1 - NOT_COUNTED)).toFixed(0)} KiB of memory each; ` +
        `${(((idle - alone) * 1000) / IDLE_SECONDS / count).toFixed(3)} ms of CPU a second each when idle, ` +
        `besides ${((alone * 1000) / IDLE_SECONDS / INSTANCES).toFixed(0)} ms of an instance without streams; ` +
        `${((delivering * 1e6) / SWITCHES / count).toFixed(0)} µs of CPU each for a change`,
      ...shown('alone', quiet),
      ...shown(`beside ${switches} switches/s of others`, busy),
    ].join('\n');
  } finally {
    for (const stream of streams) stream.close();
    await Promise.all(services.map((service) => service.stop()));
  }
}

/**
 * CPU seconds of idle instances after their streams were closed. An instance that has just started
 * would not do for comparison: it compiles and collects for a while.
 */
async function idleWithout(streams, pids) {
  for (const stream of streams) stream.close();
  await sleep(SETTLE_MS);
  return cpuOf(pids, () => sleep(IDLE_SECONDS * 1000));
}

/** CPU seconds that processes use while a function runs. */
async function cpuOf(pids, happens) {
  const before = cpuSeconds(pids);
  await happens();
  return cpuSeconds(pids) - before;
}

/** Latencies of every stream at every switch, and of the slowest stream at each. */
async function measured(connection, feature, streams) {
  const [all, last] = [[], []];
  for (let n = 0; n < SWITCHES; n++) {
    // Some streams receive the change before the response to the switch has arrived: their latency
    // counts as 0.
    const received = streams.map((stream) => stream.nextChangeTo(!feature.enabled));
    await turn(connection, feature);
    const answered = performance.now();
    const latencies = (await Promise.all(received)).map((at) => Math.max(0, at - answered));
    all.push(...latencies);
    last.push(Math.max(...latencies));
  }
  return { all: all.sort((a, b) => a - b), last: last.sort((a, b) => a - b) };
}

/**
 * An SDK with a stream that waits for a feature to be switched. It searches the text of messages
 * instead of parsing them, since it runs on the machine that it measures.
 */
class Follower {
  #rest = '';
  #waiting;
  #request;
  /** Resolves when the first message, with all features, has arrived. */
  connected;

  constructor(port, { name, project }) {
    this.connected = new Promise((resolve, reject) => {
      const path = `/api/client/streaming?environment=production&project=${project}`;
      this.#request = request(
        { port, host: '127.0.0.1', path, agent: false, headers: { authorization: ADMIN_TOKEN } },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`A stream was answered ${response.statusCode}.`));
          response.setEncoding('latin1');
          response.on('data', (text) => this.#read(text, name, resolve));
          response.on('error', () => {});
        },
      );
      this.#request.on('error', reject).end();
    });
  }

  /** Resolves with the time at which the stream delivers the feature in this state. */
  nextChangeTo(enabled) {
    return new Promise((resolve) => (this.#waiting = { enabled, resolve }));
  }

  close() {
    this.#request.destroy();
  }

  #read(text, name, begun) {
    this.#rest += text;
    if (!text.endsWith('\n\n')) return;
    const at = performance.now();
    const blocks = this.#rest.split('\n\n');
    this.#rest = '';
    if (blocks.some((block) => block.startsWith('event: unleash-connected'))) begun();
    const mine = blocks.findLast(
      (block) => block.includes(`"name":"${name}"`) && block.startsWith('event: unleash-updated'),
    );
    if (!mine || !this.#waiting) return;
    const { events } = JSON.parse(mine.slice(mine.indexOf(DATA) + DATA.length));
    const change = events.find((event) => event.feature?.name === name);
    if (change?.feature.enabled !== this.#waiting.enabled) return;
    this.#waiting.resolve(at);
    this.#waiting = undefined;
  }
}
