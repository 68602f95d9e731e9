// Loaded into the service before its own code (`node --import`): reports to the parent process how
// long the event loop was blocked.
import { readFileSync } from 'node:fs';

const TICK_MS = 5;
/**
 * Shorter blocks are not reported: they say more about the scheduler of the machine than about the
 * service.
 */
const REPORTED_MS = 20;
const SCHEDULER_STATISTICS = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Milliseconds for which a wait for a processor has effects afterwards, while the requests that
 * arrived in it are handled.
 */
const BACKLOG_MS = 1_000;

/**
 * Milliseconds that the main thread has used a processor, and that it has waited for one. On other
 * platforms than Linux only the first is known, for all threads together.
 * @returns {[used: number, waited: number]}
 */
function processorTimes() {
  try {
    const [used, waited] = readFileSync(SCHEDULER_STATISTICS, 'utf8').split(' ');
    return [Number(used) / 1e6, Number(waited) / 1e6];
  } catch {
    const { user, system } = process.cpuUsage();
    return [(user + system) / 1000, 0];
  }
}

let lastTick = performance.now();
let [lastUsed, lastWaited] = processorTimes();
/**
 * The waits of the last second.
 * @type {{ at: number, waited: number }[]}
 */
let waits = [];

setInterval(() => {
  const now = performance.now();
  const [used, waited] = processorTimes();
  const late = now - lastTick - TICK_MS;
  // A thread that had to wait for a processor is late without having blocked anything.
  const blocked = Math.min(late, used - lastUsed);
  if (waited > lastWaited) waits.push({ at: now, waited: waited - lastWaited });
  if (blocked >= REPORTED_MS) {
    waits = waits.filter(({ at }) => at > lastTick - BACKLOG_MS);
    report({
      blocked,
      waited: waits.reduce((sum, one) => sum + one.waited, 0),
      from: performance.timeOrigin + lastTick,
      to: performance.timeOrigin + now,
    });
  }
  if (waits.length > BACKLOG_MS) waits.splice(0, BACKLOG_MS / 2);
  lastTick = now;
  [lastUsed, lastWaited] = [used, waited];
}, TICK_MS).unref();

/** @param {object} message */
function report(message) {
  if (process.connected) process.send?.(message);
}

process.on('message', (message) => {
  if (message !== 'memory') return;
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  report({ memory: { rss, used: heapUsed + external } });
});
// The channel to the parent process must not keep a service running that is stopping.
process.channel?.unref();
