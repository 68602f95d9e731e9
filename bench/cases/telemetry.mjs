import { createServer } from 'node:http';
import { letThemCall, summary } from '../load/callers.mjs';
import { startService } from '../service.mjs';
import { READ } from './read.mjs';
import { CALLERS, Site } from './site.mjs';
import { SWITCH } from './switch.mjs';

const ROUND_SECONDS = 1.5;
const WARM_UP_SECONDS = 1;
/** Samplers: all requests are traced, a share of them, or none. */
const SAMPLERS = {
  'all traces': { OTEL_TRACES_SAMPLER: 'always_on' },
  '1 % of traces': { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
  'metrics only': { OTEL_TRACES_EXPORTER: 'none' },
};

/**
 * The cost of exporting to a collector: the same calls to services with and without it, in turns.
 * The collector accepts everything immediately and keeps nothing.
 * @param {string} url
 * @param {number} seconds Of each service.
 * @returns {Promise<string>}
 */
export async function telemetry(url, seconds) {
  const collector = await startCollector();
  const site = await Site.open(url);
  const variants = [{ name: 'without', service: site.service, connections: site.connections }];
  try {
    for (const [name, environment] of Object.entries(SAMPLERS))
      variants.push(await variantOf(url, name, { ...collector.environment, ...environment }));
    const lines = [];
    for (const one of [SWITCH, READ]) lines.push(...(await compare(site, variants, one, seconds)));
    return [...lines, `${collector.requests()} requests to the collector`].join('\n');
  } finally {
    use(site, variants[0]);
    for (const { connections, service } of variants.slice(1)) {
      for (const connection of connections) connection.close();
      await service.stop();
    }
    await site.close();
    collector.stop();
  }
}

async function variantOf(url, name, environment) {
  const service = await startService(url, { poolMax: CALLERS, environment });
  return { name, service, connections: Site.connectionsTo(service) };
}

/** Makes the site call this service from now on, with the same state of the features. */
function use(site, { service, connections }) {
  site.service = service;
  site.connections = connections;
}

async function compare(site, variants, { name, prepare }, seconds) {
  const { callers } = await prepare(site);
  const calls = Array.from({ length: CALLERS }, (_, caller) => callers[0](caller));
  const rounds = new Map(variants.map((variant) => [variant, []]));
  const round = (variant, duration) => {
    use(site, variant);
    return site.cpuDuring(() => letThemCall(calls, duration));
  };
  for (const variant of variants) await round(variant, WARM_UP_SECONDS);
  const turns = Math.max(2, Math.ceil(seconds / ROUND_SECONDS));
  for (let turn = 0; turn < turns; turn++)
    for (const variant of turn % 2 ? [...variants].reverse() : variants)
      rounds.get(variant).push(await round(variant, seconds / turns));
  const without = figuresOf(rounds.get(variants[0]));
  return variants.map((variant) => {
    const figures = figuresOf(rounds.get(variant));
    const more = figures.cpu - without.cpu;
    return (
      `${name}, ${variant.name}: ${Math.round(figures.rate)}/s, ` +
      `p50 ${figures.p50.toFixed(2)} ms, p99 ${figures.p99.toFixed(2)} ms, ` +
      `CPU ${Math.round(figures.cpu)} µs` +
      (variant === variants[0] ? '' : ` (${more < 0 ? '' : '+'}${Math.round(more)})`)
    );
  });
}

function figuresOf(rounds) {
  const all = summary(rounds);
  const cpu = rounds.reduce((sum, round) => sum + round.cpu.service, 0);
  return { ...all, cpu: (cpu / all.calls) * 1e6 };
}

async function startCollector() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => response.end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  return { environment, requests: () => requests, stop };
}
