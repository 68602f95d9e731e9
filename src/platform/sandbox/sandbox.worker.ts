import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerMessage, WorkerSettings } from './sandbox-task.js';

type Task = (input: unknown) => unknown;

/** Program of a worker thread: loads one task and runs it for each input. */
const port = parentPort!;
const { module } = workerData as WorkerSettings;
const { default: task } = (await import(module)) as { default: Task };

const send = (message: WorkerMessage): void => port.postMessage(message);

async function run(input: unknown): Promise<void> {
  try {
    send({ output: await task(input) });
  } catch (error) {
    send({ failure: error instanceof Error ? error.message : 'it threw no error' });
  }
}

port.on('message', (input: unknown) => void run(input));
send({ ready: true });
