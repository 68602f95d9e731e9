/**
 * The lock ranks, in the order in which every transaction locks them (ADR 3). Transactions that
 * lock in the same order can wait for each other, but cannot deadlock. Within a rank, rows are
 * locked in the order of their keys.
 */
export const LOCK_ORDER = [
  // advisory locks on names that may have no row yet
  'setup',
  'identities',
  // an advisory lock on the number of schedules
  'scheduleQuotas',
  // an advisory lock on the number and size of open change requests
  'changeRequestQuotas',
  // an advisory lock on the number of edges of an environment
  'edgeQuotas',
  // an advisory lock on the number of federated credentials
  'federatedCredentialQuotas',
  // an advisory lock on the policy of the instance
  'instancePolicy',
  // an advisory lock on the number of templates of features and projects
  'templates',
  // rows
  'schedules',
  'changeRequests',
  'environments',
  'projects',
  'projectEnvironments',
  'features',
  'featureEnvironments',
  // an advisory lock on the number of live features of a project
  'featureCounts',
  // an advisory lock on the number of safeguards
  'safeguardQuotas',
  // an advisory lock on all templates of release plans
  'releasePlanTemplates',
  'featureTypes',
  'strategyDefinitions',
  'contextFields',
  'segments',
  'tagTypes',
  'tags',
  'applications',
  'apiTokens',
  'addons',
  'inviteLinks',
  'users',
  'groups',
  'roles',
  'secondFactors',
  'samlAssertions',
  'tokenUses',
  'edges',
] as const;

/** A rank in the lock order. */
export type LockRank = (typeof LOCK_ORDER)[number];

/** The ranks that have names instead of rows. */
export type NameRank = Extract<
  LockRank,
  | 'setup'
  | 'identities'
  | 'scheduleQuotas'
  | 'changeRequestQuotas'
  | 'edgeQuotas'
  | 'federatedCredentialQuotas'
  | 'instancePolicy'
  | 'templates'
  | 'featureCounts'
  | 'safeguardQuotas'
  | 'releasePlanTemplates'
>;

/** The row locks of PostgreSQL, the weakest first. */
export const LOCK_MODES = {
  keyShare: 'FOR KEY SHARE',
  share: 'FOR SHARE',
  noKeyUpdate: 'FOR NO KEY UPDATE',
  update: 'FOR UPDATE',
} as const;

/**
 * - `keyShare`: the row is not deleted. `share`: it is not changed either.
 * - `noKeyUpdate`: for changing it; others may still refer to it. `update`: for deleting it.
 */
export type LockMode = keyof typeof LOCK_MODES;

const STRENGTHS = Object.keys(LOCK_MODES);

/** A transaction violates the lock order, so it could deadlock. */
export class LockOrderError extends Error {}

/** A locking clause, or an advisory lock until the end of the transaction. */
const LOCK =
  /\bFOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b(?: OF \w+)?|\bpg_advisory_xact_lock\(/g;
/** Matches the declaration of the locked ranks, after the clause on the same line. */
const DECLARED = /^[^\n]*?\/\* locks (\w+) \*\//;
/** Statements that skip locked rows never wait, so they declare no rank. */
const SKIPPING = /^\s*SKIP LOCKED\b/;

let isEnforced = false;

/** Enables the check of the lock order for all later transactions; only for tests. */
export function enforceLockOrder(): void {
  isEnforced = true;
}

/** The checker of one transaction; undefined when the order is not enforced. */
export function newLockOrder(): LockOrder | undefined {
  return isEnforced ? new LockOrder() : undefined;
}

/** The locks of one transaction. */
export class LockOrder {
  /** The locked keys of each rank, with the strength of the lock. */
  private readonly held = new Map<LockRank, Map<string, number>>();
  private highest: LockRank = LOCK_ORDER[0];
  private hasRecorded = false;

  /** Registers a recorded event, after which nothing may be locked. */
  record(): void {
    this.hasRecorded = true;
  }

  /**
   * Registers locked rows. Locked keys may be locked again with the same or a weaker mode.
   * @throws LockOrderError
   */
  take(rank: LockRank, mode: LockMode, keys: readonly string[]): void {
    const held = this.held.get(rank) ?? new Map<string, number>();
    this.held.set(rank, held);
    const strength = STRENGTHS.indexOf(mode);
    const fresh = keys.filter((key) => (held.get(key) ?? -1) < strength);
    if (fresh.length === 0) return;
    const upgraded = fresh.find((key) => held.has(key));
    if (upgraded !== undefined)
      throw new LockOrderError(
        `"${upgraded}" of ${rank} is locked with a stronger mode than before, which can ` +
          `deadlock. Lock it with ${mode} from the start.`,
      );
    this.require(rank);
    for (const key of fresh) held.set(key, strength);
  }

  /**
   * Registers locked rows of some ranks whose keys are unknown.
   * @throws LockOrderError
   */
  takeSome(ranks: readonly LockRank[]): void {
    for (const rank of ranks) this.require(rank);
  }

  private require(rank: LockRank): void {
    if (this.hasRecorded)
      throw new LockOrderError(
        `${rank} are locked after an event was recorded. Lock them before the first event.`,
      );
    if (LOCK_ORDER.indexOf(rank) < LOCK_ORDER.indexOf(this.highest))
      throw new LockOrderError(
        `${rank} are locked after ${this.highest}. Lock them before, as LOCK_ORDER says.`,
      );
    this.highest = rank;
  }
}

/**
 * The ranks that a statement locks with locking clauses and advisory locks, in the order of its
 * text.
 * @throws LockOrderError when a clause does not declare what it locks.
 */
export function ranksLockedBy(sql: string): LockRank[] {
  return [...sql.matchAll(LOCK)].flatMap(({ 0: clause, index }) => {
    const rest = sql.slice(index + clause.length);
    if (SKIPPING.test(rest)) return [];
    const rank = DECLARED.exec(rest)?.[1] as LockRank | undefined;
    if (rank && LOCK_ORDER.includes(rank)) return [rank];
    throw new LockOrderError(
      `"${clause}" does not declare what it locks: use tx.lock, or add "/* locks <rank> */".`,
    );
  });
}
