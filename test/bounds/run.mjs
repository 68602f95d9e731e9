// Tries every operation with expensive and hostile requests, as every kind of caller, while a feature is switched ten times a second.
// See docs/develop/bounds-test.md.
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundsInstance } from './instance.mjs';
import { LIMITS, verdicts } from './limits.mjs';
import { MeasuredService } from './measured-service.mjs';
import { operationsOf, requestsOf } from './requests.mjs';
import { ADMIN_TOKEN, ENVIRONMENT, Scene } from './scene.mjs';
import { SchemaSamples } from './schema-samples.mjs';
import { send } from './sender.mjs';

const PROBE = fileURLToPath(new URL('switch-probe.mjs', import.meta.url));
/** Requests that say enough where the caller may not call an operation at all. */
const REQUESTS_WHEN_REFUSED = 4;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    caller: { type: 'string', default: '' },
    size: { type: 'string', default: 'medium' },
    verbose: { type: 'boolean', default: false },
  },
});

const instance = await boundsInstance(options.size);
try {
  process.exitCode = await tryEverything(instance.url);
} finally {
  await instance.remove();
}

/** @param {string} databaseUrl @returns {Promise<number>} The exit status. */
async function tryEverything(databaseUrl) {
  const service = await MeasuredService.start(databaseUrl, ENVIRONMENT);
  const scene = new Scene(service.url);
  const probe = startProbe(service.port, await scene.probe());
  const names = await scene.names();
  const callers = await scene.callers();
  const document = await (await fetch(`${service.url}/docs/openapi.json`)).json();
  await sleep(3_000);
  const before = await service.memory();
  service.blocks.length = 0;
  const sent = await sendAll({ service, document, names, callers });
  const after = await service.memory();
  const switches = await probe.stop();
  await service.stop();
  return report({ sent, switches, blocks: service.blocks, before, after });
}

function startProbe(port, path) {
  const switches = [];
  const worker = new Worker(PROBE, { workerData: { port, token: ADMIN_TOKEN, path, everyMs: 100 } });
  worker.on('message', (one) => switches.push(one));
  return {
    stop: async () => {
      await worker.terminate();
      return switches;
    },
  };
}

/** One request after the other, so that what blocks the event loop can be told. */
async function sendAll({ service, document, names, callers }) {
  const samples = new SchemaSamples(document);
  const sent = [];
  for (const operation of operationsOf(document).filter(({ operationId }) =>
    operationId.toLowerCase().includes(options.only.toLowerCase()),
  )) {
    for (const caller of callers.filter(({ name }) => name.includes(options.caller))) {
      let left = Infinity;
      for (const request of requestsOf(operation, samples, names)) {
        if (left-- <= 0) break;
        const from = Date.now();
        const answer = await send(service.port, request, caller.headers);
        sent.push({ operation: request.operation, label: request.label, caller: caller.name, from, to: Date.now(), ...answer });
        if (options.verbose) console.log(`${answer.status} ${Date.now() - from} ms ${request.operation} ${request.label} (${caller.name})`);
        if (service.ended)
          throw new Error(`The service ended (${service.ended}) after ${request.operation}, ${request.label}:\n${service.output}`);
        if (request.label === 'plain' && (answer.status === 401 || answer.status === 403)) left = REQUESTS_WHEN_REFUSED;
      }
    }
  }
  return sent;
}

function report(measured) {
  const results = verdicts(measured);
  for (const { name, figure, failures } of results) {
    console.log(`${failures.length === 0 ? 'held  ' : 'FAILED'} ${name}: ${figure}`);
    for (const line of failures.slice(0, 40)) console.log(`         ${line}`);
    if (failures.length > 40) console.log(`         and ${failures.length - 40} more`);
  }
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  console.log(`${measured.sent.length} requests, ${measured.switches.length} switches beside them. Limits: ${JSON.stringify(LIMITS)}`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
