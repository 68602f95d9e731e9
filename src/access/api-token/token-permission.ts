import {
  type Permission,
  type TokenAction,
  tokenPermission,
} from '../../platform/http/permission.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { TOKEN_TYPES, type TokenType } from '../../platform/config/config.js';

/**
 * The permission that an action on tokens of this type needs. An admin token can do everything, so
 * only administrators manage admin tokens.
 */
export function permissionFor(action: TokenAction, type: TokenType): Permission {
  return type === 'admin' ? 'ADMIN' : tokenPermission(action, type);
}

/** The permissions of which one is enough for an action on tokens of any type. */
export function anyPermissionFor(action: TokenAction): Permission[] {
  return [...TOKEN_TYPES].sort().map((type) => permissionFor(action, type));
}

/** The types of tokens that a caller may read. */
export function readableTypes(caller: Caller): readonly TokenType[] {
  return TOKEN_TYPES.filter((type) => caller.may(permissionFor('READ', type), {}));
}
