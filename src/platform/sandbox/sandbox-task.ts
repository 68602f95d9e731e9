import { ApiError } from '../errors/api-error.js';

/**
 * A function on user input that could run forever or exhaust memory. It runs in a worker thread
 * that is terminated when it exceeds its limits. It is the default export of a module named
 * `*.task.ts` with few imports. Input and output are copied, so they must be plain data.
 */
export interface SandboxTask<Input, Output> {
  /**
   * Name for log and errors, such as `webhook template`. Tasks with the same name share a thread.
   */
  readonly name: string;
  /** URL of the compiled module: `new URL('./some.task.js', import.meta.url)`. */
  readonly module: URL;
  /** Only for the compiler. */
  readonly types?: (input: Input) => Output;
}

/** Start parameters of a worker thread. */
export interface WorkerSettings {
  module: string;
}

/** Messages of a worker thread: ready, or the result of an input. */
export type WorkerMessage = { ready: true } | { output: unknown } | { failure: string };

/** The time limit of a worker was exceeded. Callers translate this for their users. */
export class SandboxTimeoutError extends Error {
  constructor(task: string, milliseconds: number) {
    super(`The ${task} took longer than ${milliseconds} ms.`);
  }
}

/** The memory limit of a worker was exceeded, or the task threw an error. */
export class SandboxFailureError extends Error {
  constructor(task: string, reason: string) {
    super(`The ${task} failed: ${reason}.`);
  }
}

/** Too many inputs are waiting for a worker. */
export class SandboxBusyError extends ApiError {
  readonly status = 503;

  constructor() {
    super(
      'The service is too busy to process this. Nothing was changed; try again in a few seconds.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '2' };
  }
}
