import type { Permission } from '../../platform/http/permission.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { TOKEN_TYPES, type TokenType } from '../../platform/config/config.js';

type Action = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE';

/**
 * The permission that an action on tokens of this type needs. An admin token can do everything, so
 * only administrators manage admin tokens.
 */
export function permissionFor(action: Action, type: TokenType): Permission {
  if (type === 'admin') return 'ADMIN';
  return `${action}_${type.toUpperCase() as Uppercase<typeof type>}_API_TOKEN`;
}

/** The permissions of which one is enough for an action on tokens of any type. */
export function anyPermissionFor(action: Action): Permission[] {
  return [...TOKEN_TYPES].sort().map((type) => permissionFor(action, type));
}

/** The types of tokens that a caller may read. */
export function readableTypes(caller: Caller): readonly TokenType[] {
  return TOKEN_TYPES.filter((type) => caller.may(permissionFor('READ', type), {}));
}
