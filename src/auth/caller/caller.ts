import type { ActingToken, Actor } from '../../event/actor.js';
import type { Permission } from '../../http/permission.js';
import type { Access, PermissionPlace, ShownPermission } from '../permissions/access.js';
import type { TokenScope } from '../permissions/scoped-access.js';

/** What decides over what somebody may do who has signed in, besides their rights. */
export interface SessionState {
  /** Id of the session. */
  readonly id: string;
  readonly hasSecondFactor: boolean;
  /** Whether the settings want the user to have a second factor. */
  readonly needsSecondFactor: boolean;
  /** Whether the user must have a second factor, and has none. */
  readonly lacksSecondFactor: boolean;
  /** When the user last proved who they are; null where that was left to an identity provider. */
  readonly confirmedAt: Date | null;
  /** For how long that is good. */
  readonly confirmationMinutes: number;
  /**
   * The projects that want a confirmation in production: before turning on, or before all
   * switching.
   */
  readonly confirmIn: Readonly<Record<string, 'on' | 'always'>>;
  /** The names of the environments of type production. */
  readonly productionEnvironments: readonly string[];
}

/** Who sends a request, and what they may do. */
export interface Caller extends Actor {
  readonly kind: 'user' | 'admin' | 'client' | 'frontend';
  /** Id of the token that let the caller in; absent for sessions. */
  readonly tokenId?: string | undefined;
  /** The session that let the caller in; absent for tokens. */
  readonly session?: SessionState | undefined;
  /** The environment of a client or frontend token; absent for everybody else. */
  readonly environment?: string | undefined;
  /** The projects that a token is good for; absent for all of them, and for people. */
  readonly projects?: readonly string[] | undefined;
  /** When the session of the caller was opened; absent for tokens of every kind. */
  readonly signedInAt?: Date | undefined;
  /**
   * What the caller's personal token is limited to; absent for no limit, and for everybody else.
   */
  readonly scope?: TokenScope | undefined;
  /** The permissions to show; `ADMIN` stands for all. */
  readonly permissions: readonly ShownPermission[];
  /** Ids of the projects of which the caller gets to see nothing. */
  readonly hiddenProjects: readonly string[];
  /** Whether the caller may do everything, everywhere. */
  readonly isUnlimited: boolean;
  may(permission: Permission, place: PermissionPlace): boolean;
  /** Ids of the projects in which the caller has a permission by a role in the project. */
  projectsWhere(permission: Permission): readonly string[];
  /** Whether the caller may know of a project. */
  sees(project: string): boolean;
  /** The same caller, calling from an address. */
  from(address: string | undefined): Caller;
}

/** By what a user is known: by a personal token or by a session. */
export interface UserLogin {
  /** The personal token, as events name it. */
  token?: ActingToken;
  scope?: TokenScope | undefined;
  session?: SessionState;
  signedInAt?: Date;
}

/** Someone who has signed in, or whose personal token it is. */
export class UserCaller implements Caller {
  readonly kind = 'user';

  constructor(
    readonly userId: number,
    readonly name: string,
    readonly access: Access,
    private readonly login: UserLogin = {},
    readonly address?: string,
  ) {}

  get token(): ActingToken | undefined {
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

  may(permission: Permission, place: PermissionPlace): boolean {
    // A personal token may be given to an SDK; a session is a person's alone.
    if (permission === 'CLIENT') return this.tokenId !== undefined;
    return permission !== 'FRONTEND' && this.access.allows(permission, place);
  }

  projectsWhere(permission: Permission): readonly string[] {
    return this.access.projectsWhere(permission);
  }

  sees(project: string): boolean {
    return this.access.sees(project);
  }

  from(address: string | undefined): UserCaller {
    return new UserCaller(this.userId, this.name, this.access, this.login, address);
  }
}

/** A program with a token. */
export class TokenCaller implements Caller {
  readonly hiddenProjects: readonly string[] = [];
  readonly token: ActingToken;

  constructor(
    readonly kind: 'admin' | 'client' | 'frontend',
    readonly tokenId: string,
    readonly userId: number,
    readonly name: string,
    /** `undefined` for admin tokens, which are good for all. */
    readonly environment: string | undefined,
    /** Projects the token is good for; `undefined` for all of them. */
    readonly projects: readonly string[] | undefined,
    readonly address?: string,
  ) {
    this.token = { type: 'api-token', id: tokenId, name };
  }

  get permissions(): readonly ShownPermission[] {
    return this.kind === 'admin' ? [{ permission: 'ADMIN' }] : [];
  }

  get isUnlimited(): boolean {
    return this.kind === 'admin';
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

  from(address: string | undefined): TokenCaller {
    return new TokenCaller(
      this.kind,
      this.tokenId,
      this.userId,
      this.name,
      this.environment,
      this.projects,
      address,
    );
  }
}
