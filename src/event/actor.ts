/** Who does something: what the audit log writes down. */
export interface Actor {
  /** The user's id; −42 for an API token, −1337 for the service itself. */
  readonly userId: number;
  /** The e-mail address if the user has one, else the user name, else the token's name. */
  readonly name: string;
  /** The address that the request came from; absent for what nobody asked for. */
  readonly address?: string;
  /** Ids of the projects of which the actor must not be told; absent for the service itself, and empty for whoever may know of all. */
  readonly hiddenProjects?: readonly string[];
}

/** The id under which API tokens act. */
export const ADMIN_TOKEN_USER_ID = -42;

/** Somebody who is not known, for what is done without signing in. */
export const NOBODY: Actor = { userId: -1337, name: 'unknown' };

/** The service itself, for what nobody asked for: first users, background work. */
export const SYSTEM: Actor = { userId: -1337, name: 'unleash_system_user' };
