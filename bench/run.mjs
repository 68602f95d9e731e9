// Measures the service, compared with the bare SQL of the same requests. See README.md.
import { APPLICATION_CASES } from './cases/applications.mjs';
import { CLIENT } from './cases/client.mjs';
import { everyRead } from './cases/every-read.mjs';
import { previews } from './cases/previews.mjs';
import { propagation } from './cases/propagation.mjs';
import { READ } from './cases/read.mjs';
import { SEARCH } from './cases/search.mjs';
import { Site } from './cases/site.mjs';
import { STATISTICS, STATISTICS_ALONE } from './cases/statistics.mjs';
import { streaming } from './cases/streaming.mjs';
import { SWITCH, SWITCH_APART, SWITCH_PIPELINED } from './cases/switch.mjs';
import { telemetry } from './cases/telemetry.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideReference, REFERENCE } from './reference/beside.mjs';
import { residentBytes } from './load/cpu.mjs';
import { ensureInstance } from './instance.mjs';
import { measure } from './measure.mjs';
import { main, readOptions } from './options.mjs';
import { tables, verdicts } from './report.mjs';
import { serverLine, startServer, withClient } from './server.mjs';

const CASES = {
  switch: [SWITCH, SWITCH_PIPELINED],
  apart: SWITCH_APART,
  read: [READ],
  statistics: [STATISTICS, STATISTICS_ALONE],
  search: SEARCH,
  client: CLIENT,
  applications: APPLICATION_CASES,
  propagation: [],
  streaming: [],
  reads: [],
  previews: [],
  telemetry: [],
  reference: [],
};
/** Milliseconds after which the memory of a start is measured. */
const SETTLING_MS = 5_000;

main(async () => {
  const options = readOptions({
    seconds: { type: 'string', default: '5' },
    only: { type: 'string' },
    port: { type: 'string' },
    streams: { type: 'string', default: '200' },
  });
  const seconds = Number(options.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds is a number above 0, not ${options.seconds}.`);
  const names = options.only?.split(',') ?? Object.keys(CASES);
  const unknown = names.find((name) => !CASES[name]);
  if (unknown)
    throw new Error(
      `--only takes ${Object.keys(CASES).join(', ')}, or several of them with commas; not ${unknown}.`,
    );
  const cases = names.flatMap((name) => CASES[name]);
  const server = await startServer();
  try {
    console.log(`${await serverLine(server)}\n`);
    /** @type {Record<string, import('./measure.mjs').Measured[]>} */
    const results = {};
    for (const size of options.sizes) {
      const url = await ensureInstance(server, size);
      results[size.name] = await measureAll(
        url,
        cases,
        seconds,
        options.port ? Number(options.port) : undefined,
      );
      console.log(
        `\n${size.name}: ${size.features.toLocaleString('en')} features, ${size.events.toLocaleString('en')} events\n`,
      );
      if (cases.length > 0) console.log(`${tables(results[size.name])}\n`);
      if (names.includes('streaming'))
        console.log(
          `${await withClient(url, (client) => streaming(url, client, Number(options.streams)))}\n`,
        );
      if (names.includes('telemetry')) console.log(`${await telemetry(url, seconds)}\n`);
      if (names.includes('reads'))
        console.log(`${await withClient(url, (client) => everyRead(url, client))}\n`);
      if (names.includes('previews'))
        console.log(`${await withClient(url, (client) => previews(url, client))}\n`);
      if (names.includes('propagation'))
        console.log(`${await withClient(url, (client) => propagation(url, client))}\n`);
    }
    if (cases.length > 0) console.log(`${verdicts(results)}\n`);
    if (names.includes('reference')) await printReference(server, options.sizes, seconds);
  } finally {
    await server.stop();
  }
});

/** Compares with Unleash, which has to be installed once; without a network it is left out. */
async function printReference(server, sizes, seconds) {
  const isLarge = sizes.some(({ name }) => name === 'large');
  for (const one of REFERENCE.filter(({ size }) => size.name !== 'large' || isLarge))
    try {
      console.log(`${await besideReference(server, one, seconds)}\n`);
    } catch (error) {
      console.error(`Not measured: on/off beside Unleash. ${error.message}`);
      process.exitCode = 1;
    }
}

/**
 * Measures one case after the other; a case that fails is reported, and the others are measured
 * nevertheless.
 */
async function measureAll(url, cases, seconds, port) {
  const site = await Site.open(url, port);
  const results = [];
  await sleep(SETTLING_MS);
  const memory = () => `${Math.round(residentBytes([site.service.pid]) / 1e6)} MB`;
  console.log(`Resident memory after the start: ${memory()}`);
  try {
    for (const one of cases) {
      try {
        results.push(await measure(site, one, seconds));
      } catch (error) {
        console.error(`Not measured: ${one.name}. ${error.message}`);
        process.exitCode = 1;
      }
    }
  } finally {
    if (cases.length > 0) console.log(`Resident memory after load: ${memory()}`);
    await site.close();
  }
  return results;
}
