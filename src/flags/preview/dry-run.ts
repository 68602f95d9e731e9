import { RequestTransaction } from '../../platform/database/request-transaction.js';
import type { GuardLevel, WarningResponse } from './impact.response.js';

/** What the guard of the project would do, which a dry run shows instead. */
export interface GuardFinding {
  guard: GuardLevel;
  warnings: WarningResponse[];
}

/** A request that is carried out and undone. */
export interface DryRun {
  finding?: GuardFinding;
}

const dryRuns = new WeakMap<RequestTransaction, DryRun>();

/** Marks the transaction of a request as a dry run. */
export function beginDryRun(transaction: RequestTransaction): DryRun {
  const dryRun: DryRun = {};
  dryRuns.set(transaction, dryRun);
  return dryRun;
}

/** The dry run that the running code belongs to, if any. */
export function currentDryRun(): DryRun | undefined {
  const { current } = RequestTransaction;
  return current && dryRuns.get(current);
}
