/** The token, emergency link or safeguard that acted, as recorded in events, without its secret. */
export interface ActingToken {
  readonly type: 'api-token' | 'personal-token' | 'emergency-link' | 'safeguard' | 'signal';
  /** Id of the token, as in lists of tokens, of the link or of the safeguard. */
  readonly id: string;
  /**
   * Name of an API token; description of a personal token; what a link is for; what a safeguard
   * found.
   */
  readonly name: string;
}

/** A token with which requests are sent. */
export interface CallerToken extends ActingToken {
  readonly type: 'api-token' | 'personal-token';
}

/** Who makes a change, as recorded in the audit log. */
export interface Actor {
  /**
   * Identifies the caller for limits: the user with all tokens and sessions, or the API token.
   * Absent for the service itself.
   */
  readonly key?: string;
  /** User id; −42 for API tokens, −1337 for the service itself. */
  readonly userId: number;
  /** E-mail address, else user name, else name of the token. */
  readonly name: string;
  /** IP address of the request; absent for background work. */
  readonly address?: string;
  /**
   * Ids of the projects that are hidden from the actor; absent for the service itself, empty when
   * none is hidden.
   */
  readonly hiddenProjects?: readonly string[];
  /**
   * Looks again whether the actor may still do this, before a transaction commits; absent for the
   * service itself. What the transaction has changed does not count.
   * @param isUrgent Whether to look even if the last look was a moment ago.
   * @throws ApiError when it may not.
   */
  confirm?: ((isUrgent: boolean) => Promise<void>) | undefined;
  /** The token that the actor used; absent for sessions and for the service itself. */
  readonly token?: ActingToken | undefined;
}

/** User id of changes made with API tokens. */
export const ADMIN_TOKEN_USER_ID = -42;

/** An unknown actor, for requests without sign-in. */
export const NOBODY: Actor = { userId: -1337, name: 'unknown' };

/** The service itself, for set-up and background work. */
export const SYSTEM: Actor = { userId: -1337, name: 'unleash_system_user' };

/** Converts an IPv4-mapped IPv6 address, as seen on dual-stack sockets, to its IPv4 form. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/, '');
}
