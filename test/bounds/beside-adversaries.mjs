import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Adversaries } from '../live/adversaries.mjs';
import { LIMITS } from './limits.mjs';

/** Milliseconds until adversaries have taken what they can get. */
const SETTLING_MS = 1_000;
/** How often each way is tried beside each adversary. */
const TIMES = 4;
/** Whose work must not delay a switch, and who must not do anything. */
const ALL = ['lockedSwitches', 'lockedChanges', 'imports', 'deliveryStreams'];
const REMOVED = ['removedSenders', 'removedReaders'];
const REMOVED_MS = 10_000;

/**
 * Turns a feature off in every way beside each adversary, and removes callers that wait.
 * @param {{ port: number }} service
 * @param {string} token
 * @param {string} databaseUrl
 * @returns {Promise<{ name: string, figure: string, failures: string[] }[]>}
 */
export async function besideAdversaries({ port }, token, databaseUrl) {
  const adversaries = new Adversaries({
    ports: [port],
    token,
    connect: async () => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    },
  });
  await adversaries.prepare();
  try {
    const results = [];
    for (const name of ALL) results.push(await beside(adversaries, name));
    return [...results, await removed(adversaries)];
  } finally {
    await adversaries.end();
    adversaries.close();
  }
}

async function beside(adversaries, name) {
  adversaries.statuses.clear();
  await adversaries[name]();
  await sleep(SETTLING_MS);
  const measured = await adversaries.turnOffEveryWay(TIMES);
  await adversaries.end();
  const slow = measured.flatMap(({ way, switches }) => {
    // A busy machine delays some; who waits for others waits each time.
    const [, second] = switches.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    return second > LIMITS.switchMs ? [`${way}: ${Math.round(second)} ms`] : [];
  });
  const refused = measured.flatMap(({ way, switches }) =>
    switches
      .filter(({ status }) => status !== 200)
      .map(({ status, text }) => `${way}: ${status} ${text.slice(0, 200)}`),
  );
  const times = measured.flatMap(({ switches }) => switches.map((one) => one.milliseconds));
  return {
    name: `every way to turn off works beside ${name}`,
    figure: `${times.length} switches, slowest ${Math.round(Math.max(...times))} ms; they got ${gotBy(adversaries)}`,
    failures: [...refused, ...slow],
  };
}

const gotBy = ({ statuses }) =>
  [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');

async function removed(adversaries) {
  for (const name of REMOVED) adversaries[name]();
  await sleep(REMOVED_MS);
  await adversaries.end();
  const { removals, trespasses } = adversaries;
  return {
    name: 'removed callers change and see nothing',
    figure: `${removals} removals`,
    failures: removals === 0 ? ['nobody was removed'] : trespasses,
  };
}
