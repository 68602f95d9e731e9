// A worker thread that switches a feature ten times a second.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ port: number, token: string, path: string, everyMs: number }} */
const { port, token, path, everyMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let isOn = true;
/** When this thread last ran: a switch during which it did not run in time is not counted. */
let lastTick = performance.now();
let lag = 0;

setInterval(() => {
  const now = performance.now();
  lag = Math.max(0, now - lastTick - 10);
  lastTick = now;
}, 10);

setInterval(() => {
  isOn = !isOn;
  const started = performance.now();
  const call = request(
    {
      port,
      agent,
      method: 'POST',
      path: `${path}/${isOn ? 'on' : 'off'}`,
      headers: { authorization: token },
    },
    (response) => {
      response.resume();
      response.once('end', () => report(started, response.statusCode));
    },
  );
  call.once('error', (error) => report(started, 0, error.message));
  call.end();
}, everyMs);

/** @param {number} started @param {number | undefined} status @param {string} [error] */
function report(started, status, error) {
  parentPort.postMessage({
    at: performance.timeOrigin + started,
    milliseconds: performance.now() - started,
    lag,
    status,
    error,
  });
}
