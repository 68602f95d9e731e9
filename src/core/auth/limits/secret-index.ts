import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * Maximum number of secrets in an index (1.6 MB). With more, it cannot prove that a secret is
 * unknown.
 */
const MAX_SECRETS = 200_000;

/** Bytes kept of each hash, enough to avoid accidental collisions. */
const PREFIX_BYTES = 8;

const READ = statement<[], { count: number; prefixes: Buffer | null }>(
  'secret-index.read',
  /* sql */ `
    SELECT count(*)::int AS count,
      string_agg(substr(known.secret_hash, 1, ${PREFIX_BYTES}), ''::bytea
        ORDER BY known.secret_hash) AS prefixes
      FROM (SELECT secret_hash FROM api_token WHERE expires_at IS NULL OR expires_at > now()
            UNION ALL SELECT secret_hash FROM personal_token WHERE expires_at > now()
            UNION ALL SELECT secret_hash FROM session WHERE expires_at > now()
            UNION ALL SELECT secret_hash FROM emergency_link
            UNION ALL SELECT secret_hash FROM signal
            UNION ALL SELECT decode(content ->> 'tokenHash', 'hex') FROM setting
              WHERE name = 'auth.scim' AND content ? 'tokenHash'
            LIMIT ${MAX_SECRETS + 1}) known`,
);

/** How long an index is used before it is read again, in milliseconds. */
const MAX_AGE_MS = 2_000;

/** The secrets that existed a moment ago, as sorted prefixes of their hashes. */
export class SecretIndex {
  constructor(
    private readonly prefixes: Buffer,
    private readonly isComplete: boolean,
  ) {}

  /**
   * Whether a secret with this hash may exist. `false` is certain for the time at which the index
   * was read.
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
 * Reads the index on demand, which is while somebody tries many unknown secrets, at most every two
 * seconds.
 */
@Injectable()
export class SecretIndexCache {
  private index: Promise<SecretIndex> | undefined;
  private readAt = 0;

  constructor(private readonly database: Database) {}

  /** @throws Error when PostgreSQL cannot be reached. */
  current(): Promise<SecretIndex> {
    if (this.index && Date.now() - this.readAt < MAX_AGE_MS) return this.index;
    this.readAt = Date.now();
    const reading = this.read();
    reading.catch(() => {
      if (this.index === reading) this.index = undefined;
    });
    return (this.index = reading);
  }

  /** Marks the index as outdated after a secret was created. */
  invalidate(): void {
    this.index = undefined;
  }

  private async read(): Promise<SecretIndex> {
    const [row] = await this.database.run(READ);
    return new SecretIndex(row!.prefixes ?? Buffer.alloc(0), row!.count <= MAX_SECRETS);
  }
}
