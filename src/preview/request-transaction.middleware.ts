import type { NextFunction, Request, Response } from 'express';
import { RequestTransaction } from '../database/request-transaction.js';

/** Prepares requests with an idempotency key, and dry runs, to run in one transaction. */
export function requestTransactionMiddleware(
  { headers, url }: Request,
  _: Response,
  next: NextFunction,
): void {
  if (headers['idempotency-key'] !== undefined || url.includes('dryRun'))
    RequestTransaction.forRequest(next);
  else next();
}
