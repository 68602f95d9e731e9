import { ApiError } from '../errors/api-error.js';

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
