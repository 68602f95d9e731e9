import { statement } from '../database/statement.js';

/** Makes PostgreSQL refuse locks and writes in the transaction. */
export const REFUSE_WRITES = statement<[]>('tx.refuse-writes', 'SET TRANSACTION READ ONLY');

export const LOCK_NAME = statement<[name: string]>(
  'tx.lock-name',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);
