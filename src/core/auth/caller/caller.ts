import type { TokenType } from '../../../platform/config/config.js';
import type { Actor, CallerToken } from '../../event/actor.js';
import type { AddressList } from '../../../platform/http/address-list.js';
import type { Permission } from '../../../platform/http/permission.js';
import type { Access, PermissionPlace, ShownPermission } from '../permissions/access.js';
import type { TokenScope } from '../permissions/scoped-access.js';

/** Facts about a session that restrict what it may do, besides permissions. */
export interface SessionState {
  /** Id of the session. */
  readonly id: string;
  readonly hasSecondFactor: boolean;
  /** Whether the settings require a second factor of this user. */
  readonly needsSecondFactor: boolean;
  /** Whether the user must have a second factor but has none. */
  readonly lacksSecondFactor: boolean;
  /**
   * When the user last confirmed their identity; null when that is left to an identity provider.
   */
  readonly confirmedAt: Date | null;
  /** How long a confirmation is valid. */
  readonly confirmationMinutes: number;
  /**
   * The projects that require a confirmation in production: only to turn features on, or for all
   * switching.
   */
  readonly confirmIn: Readonly<Record<string, 'on' | 'always'>>;
  /** Names of the environments of type production. */
  readonly productionEnvironments: readonly string[];
}

/** The sender of a request, with their permissions. */
export interface Caller extends Actor {
  readonly kind: 'user' | TokenType;
  readonly key: string;
  readonly token?: CallerToken | undefined;
  /** Id of the token of the request; absent for sessions. */
  readonly tokenId?: string | undefined;
  /** The session of the request; absent for tokens. */
  readonly session?: SessionState | undefined;
  /** Environment of a client or frontend token; absent for all others. */
  readonly environment?: string | undefined;
  /** Projects of a token; absent when it is valid in all, and for users. */
  readonly projects?: readonly string[] | undefined;
  /** When the session was opened; absent for tokens. */
  readonly signedInAt?: Date | undefined;
  /** Scope of the personal token; absent without a scope, and for all others. */
  readonly scope?: TokenScope | undefined;
  /** The permissions to display; `ADMIN` alone means all. */
  readonly permissions: readonly ShownPermission[];
  /** Ids of the projects that are hidden from the caller. */
  readonly hiddenProjects: readonly string[];
  /** Whether the caller has every permission everywhere. */
  readonly isUnlimited: boolean;
  /** The same text as long as the caller may do and see the same. */
  readonly signature: string;
  may(permission: Permission, place: PermissionPlace): boolean;
  /** Ids of the projects in which a project role grants the permission. */
  projectsWhere(permission: Permission): readonly string[];
  /** Whether the caller may see a project. */
  sees(project: string): boolean;
  /** Whether a request from this IP address may be of the caller. */
  allows(address: string | undefined): boolean;
  /** The same caller with the IP address of the request. */
  from(address: string | undefined): Caller;
}

/** How a user was identified: by a personal token or by a session. */
export interface UserLogin {
  /** The personal token, as recorded in events. */
  token?: CallerToken;
  scope?: TokenScope | undefined;
  session?: SessionState;
  signedInAt?: Date;
}

/** A user, identified by a session or a personal token. */
export class UserCaller implements Caller {
  readonly kind = 'user';
  confirm?: Caller['confirm'];

  constructor(
    readonly userId: number,
    readonly name: string,
    readonly access: Access,
    private readonly login: UserLogin = {},
    readonly address?: string,
  ) {}

  get key(): string {
    return `user ${this.userId}`;
  }

  get token(): CallerToken | undefined {
    return this.login.token;
  }

  get tokenId(): string | undefined {
    return this.login.token?.id;
  }

  get session(): SessionState | undefined {
    return this.login.session;
  }

  get signedInAt(): Date | undefined {
    return this.login.signedInAt;
  }

  get scope(): TokenScope | undefined {
    return this.login.scope;
  }

  get permissions(): readonly ShownPermission[] {
    return this.access.shown;
  }

  get hiddenProjects(): readonly string[] {
    return this.access.hidden;
  }

  get isUnlimited(): boolean {
    return this.access.isUnlimited;
  }

  get signature(): string {
    return `user ${this.session?.lacksSecondFactor ?? false} ${this.access.signature}`;
  }

  may(permission: Permission, place: PermissionPlace): boolean {
    // A personal token may be used by an SDK, a session may not.
    if (permission === 'CLIENT') return this.tokenId !== undefined;
    return permission !== 'FRONTEND' && this.access.allows(permission, place);
  }

  projectsWhere(permission: Permission): readonly string[] {
    return this.access.projectsWhere(permission);
  }

  sees(project: string): boolean {
    return this.access.sees(project);
  }

  allows(): boolean {
    return true;
  }

  from(address: string | undefined): UserCaller {
    return new UserCaller(this.userId, this.name, this.access, this.login, address);
  }
}

/** An API token. */
export class TokenCaller implements Caller {
  readonly hiddenProjects: readonly string[] = [];
  readonly token: CallerToken;
  confirm?: Caller['confirm'];

  constructor(
    readonly kind: TokenType,
    readonly tokenId: string,
    readonly userId: number,
    readonly name: string,
    /** `undefined` for admin tokens, which are valid in all environments. */
    readonly environment: string | undefined,
    /** Projects of the token; `undefined` for all. */
    readonly projects: readonly string[] | undefined,
    /** The addresses from which the token can be used; `undefined` for all. */
    private readonly allowed?: AddressList,
    readonly address?: string,
  ) {
    this.token = { type: 'api-token', id: tokenId, name };
  }

  get key(): string {
    return `token ${this.tokenId}`;
  }

  get permissions(): readonly ShownPermission[] {
    return this.kind === 'admin' ? [{ permission: 'ADMIN' }] : [];
  }

  get isUnlimited(): boolean {
    return this.kind === 'admin';
  }

  get signature(): string {
    const projects = this.projects && [...this.projects].sort();
    return JSON.stringify([this.kind, this.environment, projects, this.allowed?.ranges]);
  }

  may(permission: Permission): boolean {
    if (this.kind === 'client') return permission === 'CLIENT';
    return this.kind === 'admin' || permission === 'FRONTEND';
  }

  projectsWhere(): readonly string[] {
    return [];
  }

  sees(): boolean {
    return true;
  }

  allows(address: string | undefined): boolean {
    return this.allowed?.has(address) ?? true;
  }

  from(address: string | undefined): TokenCaller {
    return new TokenCaller(
      this.kind,
      this.tokenId,
      this.userId,
      this.name,
      this.environment,
      this.projects,
      this.allowed,
      address,
    );
  }
}
