import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { PlainRefusal } from '../../errors/general.errors.js';
import { TokenMisses, TooManyTokenMisses } from '../../auth/limits/token-misses.js';
import type { CalledRequest } from '../../auth/caller/called-request.js';
import { CallerLookup } from '../../auth/caller-lookup.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import type { EdgeTokenResponse, ValidTokensResponse } from './edge.response.js';

type Valid = Omit<EdgeTokenResponse, 'token'>;

/** Finds valid tokens by the hashes of their secrets. */
const VALID: Statement = {
  name: 'edge-valid-tokens',
  text: /* sql */ `
    SELECT encode(t.secret_hash, 'hex') AS hash, t.type,
           CASE WHEN t.all_projects THEN '{*}' ELSE ARRAY(SELECT p.project FROM api_token_project p WHERE p.token_id = t.id ORDER BY 1) END AS projects
      FROM api_token t WHERE t.secret_hash = ANY ($1::bytea[]) AND (t.expires_at IS NULL OR t.expires_at > now())`,
};

/**
 * Validates tokens for edge servers. Needs no sign-in, because knowing a secret already proves
 * access.
 */
@Injectable()
export class EdgeTokens {
  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly misses: TokenMisses,
  ) {}

  /**
   * Returns the tokens that are valid. Unknown tokens count against the limit of the address and
   * are recorded as denied requests.
   * @throws PlainRefusal when the request is authenticated by an SDK token (reference behaviour).
   * @throws TooManyRequestsError when the address sent too many unknown tokens.
   */
  async valid(secrets: readonly string[], request: CalledRequest): Promise<ValidTokensResponse> {
    const { authorization } = request.headers;
    const address = request.ip;
    const asker =
      authorization === undefined
        ? undefined
        : await this.callers.byToken(authorization.trim().replace(/^bearer\s+/i, ''), address);
    if (asker?.kind === 'client' || asker?.kind === 'frontend')
      throw new PlainRefusal(
        403,
        `A ${asker.kind} token cannot be used here. Tokens are asked about without one.`,
      );
    const byHash = new Map(
      [...new Set(secrets)].map((token) => [hashOf(token).toString('hex'), token]),
    );
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const found = await this.misses
      .lookFor(hashes, address, (fresh) => this.find(fresh))
      .catch((error: unknown) => {
        if (error instanceof TooManyTokenMisses) request.unknownTokens = error.unknown;
        throw error;
      });
    request.unknownTokens = byHash.size - found.size;
    return {
      tokens: [...byHash].flatMap(([hash, token]) =>
        found.has(hash) ? [{ token, ...found.get(hash)! }] : [],
      ),
    };
  }

  private async find(hashes: Buffer[]): Promise<ReadonlyMap<string, Valid>> {
    const rows = await this.database.run<Valid & { hash: string }>(VALID, [hashes], 'hot');
    return new Map(rows.map(({ hash, type, projects }) => [hash, { type, projects }]));
  }
}
