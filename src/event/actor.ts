/** The token by which somebody acts, as events name it. Nothing of its secret. */
export interface ActingToken {
  readonly type: 'api-token' | 'personal-token';
  /** The id under which lists show the token. */
  readonly id: string;
  /** Name of an API token; description of a personal token. */
  readonly name: string;
}

/** Who does something: what the audit log writes down. */
export interface Actor {
  /** The user's id; −42 for an API token, −1337 for the service itself. */
  readonly userId: number;
  /** The e-mail address if the user has one, else the user name, else the token's name. */
  readonly name: string;
  /** The address that the request came from; absent for what nobody asked for. */
  readonly address?: string;
  /**
   * Ids of the projects of which the actor must not be told; absent for the service itself, and
   * empty for whoever may know of all.
   */
  readonly hiddenProjects?: readonly string[];
  /** The token that let the actor in; absent for sessions and for the service itself. */
  readonly token?: ActingToken | undefined;
}

/** The id under which API tokens act. */
export const ADMIN_TOKEN_USER_ID = -42;

/** Somebody who is not known, for what is done without signing in. */
export const NOBODY: Actor = { userId: -1337, name: 'unknown' };

/** The service itself, for what nobody asked for: first users, background work. */
export const SYSTEM: Actor = { userId: -1337, name: 'unleash_system_user' };
