import type { TokenType } from '../../../platform/config/config.js';
import type { Actor, CallerToken } from '../../event/actor.js';
import type { AddressList } from '../../../platform/http/address-list.js';
import type { Permission } from '../../../platform/http/permission.js';
import type { LimitedProjects } from '../permissions/limited-projects.js';
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
  /** As {@link may}, without roles that have an end: nobody gives what they have for a time. */
  mayGive(permission: Permission, place: PermissionPlace): boolean;
  /** Ids of the projects in which a project role grants the permission. */
  projectsWhere(permission: Permission): readonly string[];
  /** Whether the caller may see a project. */
  sees(project: string): boolean;
  /** Whether a request from this IP address may be of the caller. */
  allows(address: string | undefined): boolean;
  /** Whether what the caller may do and see depends on the IP address. */
  readonly dependsOnAddress: boolean;
  /** The same caller with the IP address of the request, and what is within reach from there. */
  from(address: string | undefined): Caller;
}

/** How a user was identified: by a personal token or by a session. */
interface UserLogin {
  /** The personal token, as recorded in events. */
  token?: CallerToken;
  scope?: TokenScope | undefined;
  session?: SessionState;
  signedInAt?: Date;
  /** The addresses from which the personal token can be used; absent for all. */
  allowed?: AddressList | undefined;
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
    const { session, allowed } = this.login;
    const from = allowed ? ` ${allowed.ranges.join()}` : '';
    return `user ${session?.lacksSecondFactor ?? false}${from} ${this.access.signature}`;
  }

  may(permission: Permission, place: PermissionPlace): boolean {
    // A personal token may be used by an SDK, a session may not.
    if (permission === 'CLIENT') return this.tokenId !== undefined;
    return permission !== 'FRONTEND' && this.access.allows(permission, place);
  }

  mayGive(permission: Permission, place: PermissionPlace): boolean {
    return this.access.lasting.allows(permission, place);
  }

  projectsWhere(permission: Permission): readonly string[] {
    return this.access.projectsWhere(permission);
  }

  sees(project: string): boolean {
    return this.access.sees(project);
  }

  allows(address: string | undefined): boolean {
    return this.login.allowed?.has(address) ?? true;
  }

  get dependsOnAddress(): boolean {
    return this.access.dependsOnAddress;
  }

  from(address: string | undefined): UserCaller {
    return new UserCaller(this.userId, this.name, this.access.from(address), this.login, address);
  }
}

/** From where an API token can be used, and what can be reached from there. */
export interface TokenLimits {
  /** The addresses from which the token can be used; absent for all. */
  allowed?: AddressList | undefined;
  /** Its projects that can be reached from some addresses only; absent for none. */
  limited?: LimitedProjects | undefined;
  /** Ids of all projects, where `limited` concerns a token that is valid in all. */
  every?: readonly string[] | undefined;
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
    private readonly own: readonly string[] | undefined,
    private readonly limits: TokenLimits = {},
    readonly address?: string,
    /** Those of its projects that can be reached from the address. */
    readonly projects = own,
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
    const projects = this.own && [...this.own].sort();
    const { allowed, limited } = this.limits;
    const places = [this.environment, projects, allowed?.ranges, limited?.rows];
    return JSON.stringify([this.kind, ...places]);
  }

  may(permission: Permission): boolean {
    return this.kind === 'admin' || permission === this.kind.toUpperCase();
  }

  mayGive(permission: Permission): boolean {
    return this.may(permission);
  }

  projectsWhere(): readonly string[] {
    return [];
  }

  sees(): boolean {
    return true;
  }

  allows(address: string | undefined): boolean {
    const { allowed, limited } = this.limits;
    if (allowed?.has(address) === false) return false;
    return !limited || this.within(limited.closedTo(address))?.length !== 0;
  }

  get dependsOnAddress(): boolean {
    return this.limits.limited !== undefined;
  }

  from(address: string | undefined): TokenCaller {
    return new TokenCaller(
      this.kind,
      this.tokenId,
      this.userId,
      this.name,
      this.environment,
      this.own,
      this.limits,
      address,
      this.within(this.limits.limited?.closedTo(address) ?? []),
    );
  }

  /** Its projects other than some; `undefined` for all. */
  private within(closed: readonly string[]): readonly string[] | undefined {
    if (closed.length === 0) return this.own;
    return (this.own ?? this.limits.every)?.filter((project) => !closed.includes(project));
  }
}
