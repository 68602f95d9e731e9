import type { AuditEntry } from '../../event/tx.js';

/**
 * Upper bound on buffered addresses per token: a token in an app is used from the addresses of all
 * its users.
 */
export const MAX_ADDRESSES = 100;
/** Upper bound on buffered addresses of all tokens. */
const MAX_ADDRESSES_TOTAL = 20_000;

/** A token, with the event that records its use. */
export interface UsedToken extends AuditEntry {
  kind: 'api-token' | 'personal-token';
  id: string;
}

/** A used token with the addresses it was used from. */
export interface TokenUse {
  token: UsedToken;
  addresses: Set<string>;
}

/**
 * Buffers which tokens were used, and from where, until the next write. A repeated use costs two
 * map lookups.
 */
export class TokenUseBuffer {
  private byKey = new Map<string, TokenUse>();
  private room = MAX_ADDRESSES_TOTAL;

  /** Records the use of a token from an address. */
  note(token: UsedToken, address: string | undefined): void {
    const use = this.of(token);
    if (address === undefined || use.addresses.has(address)) return;
    if (this.room === 0 || use.addresses.size >= MAX_ADDRESSES) return;
    this.room--;
    use.addresses.add(address);
  }

  /** Returns the rows since the last call and clears them. */
  drain(): TokenUse[] {
    const all = [...this.byKey.values()];
    this.byKey.clear();
    this.room = MAX_ADDRESSES_TOTAL;
    return all;
  }

  /** Adds uses again that could not be written. */
  restore(uses: readonly TokenUse[]): void {
    for (const { token, addresses } of uses) {
      this.of(token);
      for (const address of addresses) this.note(token, address);
    }
  }

  private of(token: UsedToken): TokenUse {
    const key = keyOf(token);
    let use = this.byKey.get(key);
    if (!use) this.byKey.set(key, (use = { token, addresses: new Set() }));
    return use;
  }
}

/** Unique key of a token across all kinds. */
export function keyOf({ kind, id }: UsedToken): string {
  return `${kind} ${id}`;
}
