/** An invite link, as paths name it. */
export class InviteParams {
  /** The secret of the link. */
  token: string;
}
