import type { AuditEntry } from '../../event/tx.js';

/**
 * How many addresses of a token are kept until they are written down: those of a token in an app
 * could be those of all who have the app.
 */
export const MOST_ADDRESSES = 100;
/** Bounds the memory that all addresses together take. */
const MOST_ALTOGETHER = 20_000;

/** A token that lets somebody in, and what is told about its use. */
export interface UsedToken extends AuditEntry {
  kind: 'api-token' | 'personal-token';
  id: string;
}

/** A token that was used, and the addresses it was used from. */
export interface TokenUse {
  token: UsedToken;
  addresses: Set<string>;
}

/**
 * Which tokens were used since it was written down last, and from where. Noting what is known
 * already costs two look-ups in memory.
 */
export class TokenUseBuffer {
  private byKey = new Map<string, TokenUse>();
  private room = MOST_ALTOGETHER;

  note(token: UsedToken, address: string | undefined): void {
    const sighting = this.of(token);
    if (address === undefined || sighting.addresses.has(address)) return;
    if (this.room === 0 || sighting.addresses.size >= MOST_ADDRESSES) return;
    this.room--;
    sighting.addresses.add(address);
  }

  /** Returns the rows since the last call and clears them. */
  drain(): TokenUse[] {
    const all = [...this.byKey.values()];
    this.byKey.clear();
    this.room = MOST_ALTOGETHER;
    return all;
  }

  /** Takes back what could not be written down. */
  restore(sightings: readonly TokenUse[]): void {
    for (const { token, addresses } of sightings) {
      this.of(token);
      for (const address of addresses) this.note(token, address);
    }
  }

  private of(token: UsedToken): TokenUse {
    const key = keyOf(token);
    let sighting = this.byKey.get(key);
    if (!sighting) this.byKey.set(key, (sighting = { token, addresses: new Set() }));
    return sighting;
  }
}

/** Tells a token from all others, of its kind and of other kinds. */
export function keyOf({ kind, id }: UsedToken): string {
  return `${kind} ${id}`;
}
