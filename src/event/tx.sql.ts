import { statement } from '../database/statement.js';

export const LOCK_NAME = statement<[name: string]>(
  'tx.lock-name',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);
