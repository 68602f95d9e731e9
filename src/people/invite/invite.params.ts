/** An invite link, as paths name it. */
export class InviteParams {
  /**
   * The secret of the link or, for administrators, its id, which does not end up in the logs of
   * others as a secret would.
   */
  token: string;
}
