import { ApiError } from '../../platform/errors/api-error.js';

/** The moment is before the history that is kept. */
export class HistoryNotKeptError extends ApiError {
  readonly status = 409;

  constructor(keptFrom: string | null) {
    super(
      keptFrom === null
        ? 'No history is kept yet.'
        : `History is kept from ${keptFrom} on. Ask for that or a later time.`,
    );
  }
}

/** An event of an earlier version, or of Unleash, does not say what was before it. */
export class HistoryIncompleteError extends ApiError {
  readonly status = 409;

  constructor({ id, type, createdAt }: { id: number; type: string; createdAt: string | null }) {
    super(
      `The event ${id} (${type}, ${createdAt ?? 'unknown time'}) was recorded by an earlier ` +
        'version and does not say what was before it. Ask for a later time.',
    );
  }
}

/** More happened since the moment than one request goes back over. */
export class HistoryTooLongError extends ApiError {
  readonly status = 409;

  constructor(most: number) {
    super(
      `More than ${most} changes were made since then. Ask for a later time, or for less: a ` +
        'feature instead of all.',
    );
  }
}

/** The caller already has former states of many features being rebuilt. */
export class TooManyFormerStatesError extends ApiError {
  readonly status = 429;

  constructor(most: number) {
    super(
      `You already have ${most} requests for former states of many features in progress, the ` +
        'maximum for one caller. Wait until one of them has finished.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}

/** Too many former states are being rebuilt at the same time. */
export class HistoryBusyError extends ApiError {
  readonly status = 503;

  constructor() {
    super('Other former states are being rebuilt. Try again in a few seconds.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }
}
