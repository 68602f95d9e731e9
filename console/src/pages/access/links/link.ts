/** What a link of an invitation or a mail is for, and its secret. */
export interface SecretLink {
  kind: 'invite' | 'password';
  secret: string;
}

let taken: SecretLink | undefined;

/**
 * The link that led here. Its secret leaves the address at once, so that it stays neither in the
 * history of the browser nor on a screen that others see.
 */
export function takeLink(): SecretLink | undefined {
  const search = new URLSearchParams(window.location.search);
  const [invite, token] = [search.get('invite'), search.get('token')];
  if (invite) taken = { kind: 'invite', secret: invite };
  else if (token) taken = { kind: 'password', secret: token };
  if (window.location.search) window.history.replaceState(null, '', window.location.pathname);
  return taken;
}
