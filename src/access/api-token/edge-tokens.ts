import { Injectable } from '@nestjs/common';
import { CallerLookup } from '../../core/auth/caller-lookup.js';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { TokenMisses, TooManyTokenMisses } from '../../core/auth/limits/token-misses.js';
import { AddressList } from '../../platform/http/address-list.js';
import { Database } from '../../platform/database/database.js';
import { PlainRefusal } from '../../platform/errors/general.errors.js';
import { type Valid, VALID } from './token.sql.js';
import type { ValidTokensResponse } from './token.dto.js';

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
        `A ${asker.kind} token cannot be used here. Send the request without a token.`,
      );
    const byHash = new Map(
      [...new Set(secrets)].map((token) => [hashOf(token).toString('hex'), token]),
    );
    const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'));
    const found = await this.misses
      .lookFor('caller', hashes, address, (fresh) => this.find(fresh))
      .catch((error: unknown) => {
        if (error instanceof TooManyTokenMisses) request.unknownTokens = error.unknown;
        throw error;
      });
    request.unknownTokens = byHash.size - found.size;
    return {
      tokens: [...byHash].flatMap(([hash, token]) => {
        const known = found.get(hash);
        // What an edge may not use itself, it should not serve others with.
        if (!known || known.allowed?.has(address) === false) return [];
        const { type, environment, projects } = known;
        return [{ token, type, environment, projects }];
      }),
    };
  }

  private async find(
    hashes: Buffer[],
  ): Promise<ReadonlyMap<string, Valid & { allowed: AddressList | undefined }>> {
    const rows = await this.database.run(VALID, [hashes], 'hot');
    return new Map(
      rows.map(({ hash, allowedAddresses, ...valid }) => {
        const allowed = allowedAddresses ? new AddressList(allowedAddresses) : undefined;
        return [hash, { ...valid, allowed }];
      }),
    );
  }
}
