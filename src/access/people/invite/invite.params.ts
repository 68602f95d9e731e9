/** The invite link in a path. */
export class InviteParams {
  /**
   * The secret of the link or, for administrators, its id. Prefer the id: a secret in a path can
   * end up in the logs of proxies.
   */
  token: string;
}
