import { Injectable } from '@nestjs/common';
import { CallerLookup } from '../../core/auth/caller-lookup.js';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { hashOf } from '../../core/auth/caller/secret-hash.js';
import { TokenMisses, TooManyTokenMisses } from '../../core/auth/limits/token-misses.js';
import { LimitedProjects } from '../../core/auth/permissions/limited-projects.js';
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
        const projects = known && reachable(known, address);
        if (!projects) return [];
        const { type, environment } = known;
        return [{ token, type, environment, projects }];
      }),
    };
  }

  private async find(hashes: Buffer[]): Promise<ReadonlyMap<string, Found>> {
    const rows = await this.database.run(VALID, [hashes], 'hot');
    return new Map(
      rows.map(({ hash, allowedAddresses, limitedProjects, ...valid }) => {
        const allowed = allowedAddresses ? new AddressList(allowedAddresses) : undefined;
        const limited = new LimitedProjects(valid.type === 'admin' ? [] : limitedProjects);
        return [hash, { ...valid, allowed, limited }];
      }),
    );
  }
}

interface Found extends Valid {
  allowed: AddressList | undefined;
  limited: LimitedProjects;
  everyProject: string[] | null;
}

/** The projects that an edge at the address can serve with a token; undefined for none. */
function reachable(
  { allowed, limited, everyProject, projects }: Found,
  address: string | undefined,
): string[] | undefined {
  if (allowed?.has(address) === false) return undefined;
  const closed = limited.closedTo(address);
  if (closed.length === 0) return projects;
  const open = (everyProject ?? projects).filter((project) => !closed.includes(project));
  return open.length > 0 ? open : undefined;
}
