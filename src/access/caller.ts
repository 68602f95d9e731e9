import type { Actor } from '../event/actor.js';
import type { Permission } from '../http/permission.js';

/** Where a permission is asked for; a permission of the whole instance has no place. */
export interface PermissionPlace {
  project?: string;
  environment?: string;
}

/** Who sends a request, and what they may do. */
export interface Caller extends Actor {
  readonly kind: 'user' | 'admin' | 'client' | 'frontend';
  /** Id of the token that let the caller in; absent for sessions. */
  readonly tokenId?: string;
  may(permission: Permission, place: PermissionPlace): boolean;
}

/** Someone who has signed in. */
export class UserCaller implements Caller {
  readonly kind = 'user';

  constructor(
    readonly userId: number,
    readonly name: string,
    private readonly isAdmin: boolean,
  ) {}

  may(permission: Permission): boolean {
    if (permission === 'CLIENT' || permission === 'FRONTEND') return false;
    return permission === 'NONE' || this.isAdmin;
  }
}

/** A program with a token. */
export class TokenCaller implements Caller {
  constructor(
    readonly kind: 'admin' | 'client' | 'frontend',
    readonly tokenId: string,
    readonly userId: number,
    readonly name: string,
    /** `undefined` for admin tokens, which are good for all. */
    readonly environment: string | undefined,
    /** Projects the token is good for; `undefined` for all of them. */
    readonly projects: readonly string[] | undefined,
  ) {}

  may(permission: Permission): boolean {
    if (this.kind === 'client') return permission === 'CLIENT';
    if (this.kind === 'frontend') return permission === 'FRONTEND';
    return permission !== 'FRONTEND';
  }
}
