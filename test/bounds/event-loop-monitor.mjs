// Loaded into the service before its own code (`node --import`): tells the parent process how long
// the event loop was blocked.
import { readFileSync } from 'node:fs';

const TICK_MS = 5;
/**
 * Shorter blocks are not reported: they say more about the scheduler of the machine than about the
 * service.
 */
const REPORTED_MS = 20;
const SCHEDULER_STATISTICS = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Milliseconds that the main thread has spent on a processor. Other platforms than Linux only know
 * it of all threads together.
 */
function processorTime() {
  try {
    return Number(readFileSync(SCHEDULER_STATISTICS, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

let lastTick = performance.now();
let lastProcessorTime = processorTime();

setInterval(() => {
  const now = performance.now();
  const used = processorTime();
  const late = now - lastTick - TICK_MS;
  // A thread that had to wait for a processor is late without having blocked anything.
  const blocked = Math.min(late, used - lastProcessorTime);
  if (blocked >= REPORTED_MS)
    report({ blocked, from: performance.timeOrigin + lastTick, to: performance.timeOrigin + now });
  lastTick = now;
  lastProcessorTime = used;
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
// The channel to the parent must not keep a service alive that has been told to stop.
process.channel?.unref();
