import type { Response } from 'express';
import { OtherStatus } from '../../platform/http/other-status.js';
import type { IdempotencyRecord } from './idempotency.sql.js';

/** The response of an earlier request, which is sent again. */
export class RepeatedResponse extends OtherStatus {
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ status, body, location, omitsSecrets }: IdempotencyRecord) {
    super(status, body ?? undefined);
    this.headers = {
      'Idempotency-Replayed': 'true',
      ...(omitsSecrets ? { 'Idempotency-Secrets': 'omitted' } : {}),
      ...(location === null ? {} : { Location: location }),
    };
  }

  /** Sets the headers of the response, as far as they differ from those of the operation. */
  setHeaders(response: Response): this {
    if (this.body === undefined) response.removeHeader('Content-Type');
    else response.type('application/json');
    response.set(this.headers);
    return this;
  }
}
