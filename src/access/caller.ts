import type { Actor } from '../event/actor.js';
import type { Permission } from '../http/permission.js';
import { permissionsOf } from './role/role-permissions.js';

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
  /** The permissions to show; `ADMIN` stands for all. */
  readonly permissions: readonly Permission[];
  may(permission: Permission, place: PermissionPlace): boolean;
}

/** Someone who has signed in, or whose personal token it is. */
export class UserCaller implements Caller {
  readonly kind = 'user';

  constructor(
    readonly userId: number,
    readonly name: string,
    /** Name of the root role; null for none, which may no more than read. */
    readonly role: string | null,
    /** Id of the personal token; absent for sessions. */
    readonly tokenId?: string,
  ) {}

  /** What the role may do; `ADMIN` for everything. */
  get permissions(): readonly Permission[] {
    return permissionsOf(this.role);
  }

  may(permission: Permission): boolean {
    // A personal token may be given to an SDK; a session is a person's alone.
    if (permission === 'CLIENT') return this.tokenId !== undefined;
    if (permission === 'FRONTEND') return false;
    return permission === 'NONE' || this.permissions.includes('ADMIN') || this.permissions.includes(permission);
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

  get permissions(): readonly Permission[] {
    return this.kind === 'admin' ? ['ADMIN'] : [];
  }

  may(permission: Permission): boolean {
    if (this.kind === 'client') return permission === 'CLIENT';
    if (this.kind === 'frontend') return permission === 'FRONTEND';
    return permission !== 'FRONTEND';
  }
}
