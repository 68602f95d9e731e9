import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Caller, TokenCaller } from './caller/caller.js';
import { ScopedAccess } from './permissions/scoped-access.js';
import { type Row, READ_STATUS } from './token-status.sql.js';

/**
 * Checks whether tokens are still valid with the same access, in one statement for any number of
 * them. For responses that outlive a request, such as streams.
 */
@Injectable()
export class TokenStatus {
  constructor(private readonly database: Database) {}

  /**
   * The callers whose access is unchanged.
   * @throws Error when PostgreSQL cannot be reached.
   */
  async unchanged<T extends Caller>(callers: readonly T[]): Promise<Set<T>> {
    const idsOf = (kind: Row['kind']): string[] => [
      ...new Set(
        callers.flatMap((one) => (kindOf(one) === kind && one.tokenId ? [one.tokenId] : [])),
      ),
    ];
    const rows = await this.database.run(
      READ_STATUS,
      [idsOf('api'), idsOf('personal').map(Number)],
      'hot',
    );
    const now = new Map(rows.map((row) => [`${row.kind} ${row.id}`, stateOfRow(row)]));
    return new Set(
      callers.filter((one) => now.get(`${kindOf(one)} ${one.tokenId}`) === stateOfCaller(one)),
    );
  }
}

function kindOf(caller: Caller): Row['kind'] {
  return caller instanceof TokenCaller ? 'api' : 'personal';
}

/** Everything that determines what a caller is served. */
function stateOfCaller({ kind, environment, projects, hiddenProjects }: Caller): string {
  return stateOf(kind, environment ?? null, projects ?? null, hiddenProjects);
}

function stateOfRow({ type, environment, projects, access, scope }: Row): string {
  return access
    ? stateOf('user', null, null, ScopedAccess.of(access, scope).hidden)
    : stateOf(type!, environment, projects, []);
}

function stateOf(
  kind: string,
  environment: string | null,
  projects: readonly string[] | null,
  hidden: readonly string[],
): string {
  return JSON.stringify([kind, environment, projects && [...projects].sort(), [...hidden].sort()]);
}
