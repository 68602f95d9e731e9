import type { Permission } from '../http/permission.js';
import type { TokenType } from './api-token.entity.js';

type Action = 'CREATE' | 'READ' | 'UPDATE' | 'DELETE';

/**
 * What it takes to do something with tokens of a type. Who holds an admin token can do everything,
 * so only who may do everything handles them.
 */
export function permissionFor(action: Action, type: TokenType): Permission {
  if (type === 'admin') return 'ADMIN';
  return type === 'client' ? `${action}_CLIENT_API_TOKEN` : `${action}_FRONTEND_API_TOKEN`;
}

/** What it takes to do something with tokens of some type, one of these. */
export function anyPermissionFor(action: Action): Permission[] {
  return ['ADMIN', `${action}_CLIENT_API_TOKEN`, `${action}_FRONTEND_API_TOKEN`];
}
