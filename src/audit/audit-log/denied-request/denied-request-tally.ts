/** Why a request was denied: the caller lacks the permission, or the token is unknown. */
export type DenialReason = 'forbidden' | 'unknown-token';

/** A denied request. */
export interface Denial {
  reason: DenialReason;
  callerKind: 'user' | 'api-token' | 'personal-token' | 'unknown' | 'others';
  /** Id of the user or the token; empty when unknown. */
  callerId: string;
  callerName: string;
  method: string;
  /** Template of the route. The path itself could contain a secret. */
  route: string;
  /** Network of the sender: the IPv4 address, or the first 64 bits of an IPv6 address. */
  address: string;
}

/** The number of identical denied requests within one minute. */
export interface CountedDenial extends Denial {
  /** Start of the minute. */
  minute: string;
  requests: number;
}

/** Upper bound on rows of known callers that are kept in memory until they are written. */
export const MAX_KNOWN_ROWS = 500;
/**
 * Upper bound on rows of unknown callers. It is separate because an attacker can use any number of
 * addresses and must not displace known callers.
 */
export const MAX_UNKNOWN_ROWS = 100;
const MINUTE_MS = 60_000;

/**
 * Counts denied requests in memory by caller, route and minute. At most {@link MAX_KNOWN_ROWS} and
 * {@link MAX_UNKNOWN_ROWS} rows are kept; requests beyond that are counted in one row per reason
 * and minute.
 */
export class DeniedRequestTally {
  private rows = new Map<string, CountedDenial>();
  private known = 0;
  private unknown = 0;

  /** Counts denied requests of a kind. */
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

  /** Returns the rows since the last call and clears them. */
  drain(): CountedDenial[] {
    const all = [...this.rows.values()];
    this.rows = new Map();
    this.known = this.unknown = 0;
    return all;
  }

  /** Adds rows again that could not be written. */
  restore(denials: readonly CountedDenial[]): void {
    for (const { minute, requests, ...denial } of denials) this.add(denial, minute, requests);
  }

  /** @returns Whether the row was counted; false when the limit is reached. */
  private add(denial: Denial, minute: string, requests: number): boolean {
    const { reason, callerKind, callerId, method, route, address } = denial;
    const key = JSON.stringify([minute, reason, callerKind, callerId, method, route, address]);
    const row = this.rows.get(key);
    if (row) row.requests += requests;
    else if (!this.hasRoom(callerKind)) return false;
    else this.rows.set(key, { ...denial, minute, requests });
    return true;
  }

  /** Rows of the kind `others` need no limit: there is one per reason and minute. */
  private hasRoom(kind: Denial['callerKind']): boolean {
    if (kind === 'others') return this.rows.size < 2 * (MAX_KNOWN_ROWS + MAX_UNKNOWN_ROWS);
    return kind === 'unknown' ? this.unknown++ < MAX_UNKNOWN_ROWS : this.known++ < MAX_KNOWN_ROWS;
  }
}
