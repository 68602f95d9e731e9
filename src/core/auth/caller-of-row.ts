import { ADMIN_TOKEN_USER_ID } from '../event/actor.js';
import { TokenCaller, UserCaller } from './caller/caller.js';
import type { PersonalRow, TokenRow } from './caller-lookup.sql.js';
import { Access } from './permissions/access.js';
import { ScopedAccess } from './permissions/scoped-access.js';
import { type SessionRow, stateOf } from './session/session-lookup.js';

/** The caller behind an API token. */
export function callerOfToken(row: TokenRow): TokenCaller {
  const { id, name, type, allProjects, projects } = row;
  const userId = type === 'admin' ? ADMIN_TOKEN_USER_ID : 0;
  const environment = row.environment ?? undefined;
  return new TokenCaller(type, id, userId, name, environment, allProjects ? undefined : projects);
}

/** The user behind a personal token. */
export function callerOfPersonal({ id, name, access, scope, ...row }: PersonalRow): UserCaller {
  const token = { type: 'personal-token', id: String(row.tokenId), name: row.description } as const;
  const login = { token, scope: scope ?? undefined };
  return new UserCaller(id, name, ScopedAccess.of(access, scope), login);
}

/** The user behind a session. */
export function callerOfSession(row: SessionRow): UserCaller {
  const { id, name, access, signedInAt } = row;
  return new UserCaller(id, name, new Access(access), { session: stateOf(row), signedInAt });
}
