/** Why a request was denied: the caller may not do this, or nobody knows the token. */
export type DenialReason = 'forbidden' | 'unknown-token';

/** A denied request. */
export interface Denial {
  reason: DenialReason;
  callerKind: 'user' | 'api-token' | 'personal-token' | 'unknown' | 'others';
  /** Id of the user or the token; empty when unknown. */
  callerId: string;
  callerName: string;
  method: string;
  /** The template of the route: a path as it came could hold a secret. */
  route: string;
  /** The network that it came from. */
  address: string;
}

/** Denied requests of one minute that have everything in common. */
export interface CountedDenial extends Denial {
  /** Begin of the minute. */
  minute: string;
  requests: number;
}

/** How many rows of callers who are known are kept in memory until they are written. */
export const MOST_KNOWN = 500;
/**
 * The same for callers who are not known: an attacker has as many addresses as they like, and must
 * not crowd out the others.
 */
export const MOST_UNKNOWN = 100;
const MINUTE_MS = 60_000;

/**
 * Counts denied requests in memory, for each caller, route and minute. However many come, no more
 * rows than {@link MOST_KNOWN} and {@link MOST_UNKNOWN} are kept; what goes beyond is counted as
 * one row of others for each reason and minute.
 */
export class DeniedRequestTally {
  private rows = new Map<string, CountedDenial>();
  private known = 0;
  private unknown = 0;

  note(denial: Denial, count = 1, now = Date.now()): void {
    const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS).toISOString();
    if (this.add(denial, minute, count)) return;
    this.add(
      {
        ...denial,
        callerKind: 'others',
        callerId: '',
        callerName: '',
        method: '',
        route: '',
        address: '',
      },
      minute,
      count,
    );
  }

  /** Those since the last call. */
  drain(): CountedDenial[] {
    const all = [...this.rows.values()];
    this.rows = new Map();
    this.known = this.unknown = 0;
    return all;
  }

  /** Takes back what could not be written. */
  restore(denials: readonly CountedDenial[]): void {
    for (const { minute, requests, ...denial } of denials) this.add(denial, minute, requests);
  }

  /** @returns Whether there was room. */
  private add(denial: Denial, minute: string, requests: number): boolean {
    const { reason, callerKind, callerId, method, route, address } = denial;
    const key = JSON.stringify([minute, reason, callerKind, callerId, method, route, address]);
    const row = this.rows.get(key);
    if (row) row.requests += requests;
    else if (!this.hasRoom(callerKind)) return false;
    else this.rows.set(key, { ...denial, minute, requests });
    return true;
  }

  /** Of others there is one row for each reason and minute, of which there are few. */
  private hasRoom(kind: Denial['callerKind']): boolean {
    if (kind === 'others') return this.rows.size < 2 * (MOST_KNOWN + MOST_UNKNOWN);
    return kind === 'unknown' ? this.unknown++ < MOST_UNKNOWN : this.known++ < MOST_KNOWN;
  }
}
