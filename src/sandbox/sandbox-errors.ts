import { ApiError } from '../errors/api-error.js';

/** The input took a worker longer than it may. Callers of the sandbox say what that means. */
export class SandboxTimeoutError extends Error {
  constructor(task: string, milliseconds: number) {
    super(`The ${task} took longer than ${milliseconds} ms.`);
  }
}

/** The input needed more memory than a worker may have, or the task failed in another way. */
export class SandboxFailureError extends Error {
  constructor(task: string, reason: string) {
    super(`The ${task} failed: ${reason}.`);
  }
}

/** As many inputs as may wait for a worker are waiting. */
export class SandboxBusyError extends ApiError {
  readonly status = 503;

  constructor() {
    super(
      'The service is too busy to look at this at the moment. Nothing was changed; try again in a few seconds.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '2' };
  }
}
