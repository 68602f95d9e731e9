import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ADMIN_TOKEN_USER_ID } from '../event/actor.js';
import { ADMIN_TOKEN, USER } from './author-lookup.sql.js';
import { type Caller, TokenCaller, UserCaller } from './caller/caller.js';
import { Access } from './permissions/access.js';

/** The user or API token on whose behalf something is done later. */
export interface Author {
  /** Id of the user; −42 for API tokens. */
  readonly userId: number;
  /** Id of the API token; null for users. */
  readonly tokenId: string | null;
}

/** The reason shown for a planned change whose author can no longer act. */
export const AUTHOR_GONE = 'Its author, a user or an API token, no longer exists or has expired.';

/** The author of what a caller plans. */
export function authorOf(caller: Caller): Author {
  const isToken = caller.kind !== 'user';
  return { userId: caller.userId, tokenId: isToken ? (caller.tokenId ?? null) : null };
}

/** Finds the authors of planned changes, with the permissions that they have at that time. */
@Injectable()
export class AuthorLookup {
  constructor(private readonly database: Database) {}

  /** The author as a caller; undefined when the user or the token no longer exists. */
  async find({ userId, tokenId }: Author): Promise<Caller | undefined> {
    if (tokenId === null) {
      const [user] = await this.database.run(USER, [userId]);
      return user && new UserCaller(user.id, user.name, new Access(user.access));
    }
    const [token] = await this.database.run(ADMIN_TOKEN, [tokenId]);
    return (
      token &&
      new TokenCaller('admin', token.id, ADMIN_TOKEN_USER_ID, token.name, undefined, undefined)
    );
  }
}
