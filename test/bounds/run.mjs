// Tries every operation with expensive and hostile requests, as every kind of caller, while a
// feature is switched ten times a second. See docs/develop/bounds-test.md.
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { generatedInstance } from '../live/instance.mjs';
import { LIMITS, verdicts } from './limits.mjs';
import { MeasuredService } from './measured-service.mjs';
import { besideAdversaries } from './beside-adversaries.mjs';
import { Campaign } from './campaign.mjs';
import { coverage, table } from './coverage.mjs';
import { expensiveRequests } from './expensive.mjs';
import { confirmed } from './confirm.mjs';
import { ADMIN_TOKEN, ENVIRONMENT, Scene } from '../live/scene.mjs';

const PROBE = fileURLToPath(new URL('switch-probe.mjs', import.meta.url));
/** Milliseconds until a service that has just started or was busy has finished its work. */
const SETTLING_MS = 3_000;
/**
 * Milliseconds until the block by a garbage collection that precedes a measurement of memory has
 * been reported.
 */
const COLLECTED_MS = 500;
/**
 * Milliseconds without other requests, before and after, in which the speed of switches on this
 * machine is measured.
 */
const QUIET_MS = 4_000;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    caller: { type: 'string', default: '' },
    size: { type: 'string', default: 'medium' },
    label: { type: 'string', default: '' },
    profile: { type: 'string' },
    thorough: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const instance = await generatedInstance(options.size);
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
try {
  process.exitCode = await tryEverything(instance.url);
} finally {
  await instance.remove();
}

/** @param {string} databaseUrl @returns {Promise<number>} The exit status. */
async function tryEverything(databaseUrl) {
  const service = await MeasuredService.measure(databaseUrl, ENVIRONMENT, options.profile);
  const scene = new Scene(service.url);
  const probe = startProbe(service.port, await scene.probe());
  try {
    const document = await (await fetch(`${service.url}/docs/openapi.json`)).json();
    const callers = (await scene.callers()).filter(({ name }) => name.includes(options.caller));
    const expensive = expensiveRequests(await scene.featuresOfDefault());
    const campaign = new Campaign({
      service,
      scene,
      document,
      callers,
      expensive,
      options,
      signal: interrupted.signal,
    });
    const quietBefore = await quiet(probe);
    const before = await service.memory();
    await sleep(COLLECTED_MS);
    service.blocks.length = 0;
    probe.switches.length = 0;
    const sent = await campaign.run();
    await sleep(COLLECTED_MS);
    const [switches, blocks] = [[...probe.switches], [...service.blocks]];
    const measured = { sent, switches, blocks, before, after: await service.memory() };
    await sleep(COLLECTED_MS);
    const found = await confirmed(measured, { campaign, service, probe });
    const quietTimes = [...quietBefore, ...(await quiet(probe))];
    const beside = await besideAdversaries(service, ADMIN_TOKEN, databaseUrl);
    return report({ ...measured, ...found, quiet: quietTimes }, beside);
  } finally {
    await probe.stop();
    await service.stop();
  }
}

/** Measures switches without other requests. */
async function quiet(probe) {
  await sleep(SETTLING_MS);
  const from = probe.switches.length;
  await sleep(QUIET_MS);
  return probe.switches.slice(from);
}

function startProbe(port, path) {
  const switches = [];
  const worker = new Worker(PROBE, {
    workerData: { port, token: ADMIN_TOKEN, path, everyMs: 100 },
  });
  worker.on('message', (one) => switches.push(one));
  return { switches, stop: () => worker.terminate() };
}

function report(measured, beside) {
  console.log(`${table(measured.sent, measured.blocks)}\n`);
  const results = [
    coverage(measured.sent, options.caller === '' && options.label === ''),
    ...verdicts(measured),
    ...beside,
  ];
  for (const { name, figure, failures } of results) {
    console.log(`${failures.length === 0 ? 'held  ' : 'FAILED'} ${name}: ${figure}`);
    for (const line of failures.slice(0, 40)) console.log(`         ${line}`);
    if (failures.length > 40) console.log(`         and ${failures.length - 40} more`);
  }
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  console.log(
    `${measured.sent.length} requests, ${measured.switches.length} switches beside them. Limits: ${JSON.stringify(LIMITS)}`,
  );
  console.log(`${results.length - failed} held, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
