import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** How long an index is used before it is read again, in milliseconds. */
const MAX_AGE_MS = 2_000;
/**
 * How many secrets an index holds at most: 1.6 MB. Beyond that it cannot tell that a secret is
 * unknown.
 */
const MAX_SECRETS = 200_000;
/** How much of each hash is kept: enough that no two secrets look alike by chance. */
const PREFIX_BYTES = 8;

const READ = {
  name: 'secret-index-read',
  text: /* sql */ `
    SELECT count(*)::int AS count, string_agg(substr(known.secret_hash, 1, ${PREFIX_BYTES}), ''::bytea ORDER BY known.secret_hash) AS prefixes
      FROM (SELECT secret_hash FROM api_token WHERE expires_at IS NULL OR expires_at > now()
            UNION ALL SELECT secret_hash FROM personal_token WHERE expires_at > now()
            UNION ALL SELECT secret_hash FROM session WHERE expires_at > now()
            LIMIT ${MAX_SECRETS + 1}) known`,
};

/** Which secrets existed a moment ago, by the beginnings of their hashes in ascending order. */
export class SecretIndex {
  constructor(
    private readonly prefixes: Buffer,
    private readonly isComplete: boolean,
  ) {}

  /**
   * Whether there may be a secret with this hash. `false` is certain, for the moment at which the
   * index was read.
   */
  mayHold(hash: Buffer): boolean {
    if (!this.isComplete) return true;
    const wanted = hash.subarray(0, PREFIX_BYTES);
    let [low, high] = [0, this.prefixes.length / PREFIX_BYTES];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.prefixes.compare(
        wanted,
        0,
        PREFIX_BYTES,
        middle * PREFIX_BYTES,
        (middle + 1) * PREFIX_BYTES,
      );
      if (order === 0) return true;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return false;
  }
}

/**
 * Reads the index when it is needed, which is while somebody tries many unknown secrets, and at
 * most every two seconds.
 */
@Injectable()
export class SecretIndexCache {
  private index: Promise<SecretIndex> | undefined;
  private readAt = 0;

  constructor(private readonly database: Database) {}

  /** @throws Error when PostgreSQL cannot tell. */
  current(): Promise<SecretIndex> {
    if (this.index && Date.now() - this.readAt < MAX_AGE_MS) return this.index;
    this.readAt = Date.now();
    const reading = this.read();
    reading.catch(() => {
      if (this.index === reading) this.index = undefined;
    });
    return (this.index = reading);
  }

  /** Something was created that the index does not hold yet. */
  invalidate(): void {
    this.index = undefined;
  }

  private async read(): Promise<SecretIndex> {
    const [row] = await this.database.run<{ count: number; prefixes: Buffer | null }>(READ);
    return new SecretIndex(row!.prefixes ?? Buffer.alloc(0), row!.count <= MAX_SECRETS);
  }
}
