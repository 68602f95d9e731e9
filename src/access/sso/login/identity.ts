/** By which protocol somebody signs in at the identity provider. */
export type Protocol = 'oidc' | 'saml';

/** Whom the identity provider says a person to be. */
export interface Identity {
  /** What people are recognised by, in lower case. */
  email: string;
  /** Name of the person, where the provider tells one. */
  name?: string;
  /** The names of the person's groups at the provider; `undefined` where groups are none of its business. */
  groups?: string[];
  /** What the provider wants to be told when the person signs out again. */
  signOut: Record<string, string>;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The first of some texts that is an e-mail address, in lower case. */
export function emailAmong(...candidates: unknown[]): string | undefined {
  const email = candidates.find((one): one is string => typeof one === 'string' && one.length <= 255 && EMAIL.test(one.trim()));
  return email?.trim().toLowerCase();
}

/** The name of a person: as a whole, or of its parts. */
export function nameOf(whole: unknown, first: unknown, last: unknown): string | undefined {
  const parts = [first, last].filter((part) => typeof part === 'string');
  const name = typeof whole === 'string' && whole.trim() ? whole : parts.join(' ');
  return name.trim().slice(0, 255) || undefined;
}
