import type { Response } from 'express';

/**
 * Ends a request with the response of an earlier one. It is thrown like an error, because a guard
 * cannot respond in another way.
 */
export class RepeatedResponse extends Error {
  constructor(
    private readonly status: number,
    private readonly headers: Readonly<Record<string, string>>,
    /** JSON, or null for none. */
    private readonly json: string | null,
  ) {
    super('The response of an earlier request is repeated.');
  }

  sendTo(response: Response): void {
    response.status(this.status).set(this.headers);
    if (this.json === null) response.end();
    else response.type('application/json').send(this.json);
  }
}
