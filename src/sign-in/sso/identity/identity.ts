import { foldCase } from '../../../people/user/fold-case.js';

/** By which protocol somebody signs in at the identity provider. */
export const PROTOCOLS = ['oidc', 'saml'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/**
 * Upper bound on the bytes of an issuer or a subject: both stand in one index entry, which holds
 * 2.7 kB.
 */
export const MAX_KEY_BYTES = 1100;

/** Upper bound on the bytes of the format of a NameID. */
export const MAX_FORMAT_BYTES = 255;

/** What identifies a person at a provider for as long as the person has the account there. */
export interface IdentityKey {
  protocol: Protocol;
  /** OpenID Connect: the claim `iss`. SAML: the issuer of the assertion. */
  issuer: string;
  /** OpenID Connect: the claim `sub`. SAML: the NameID. */
  subject: string;
  /** SAML: the format of the NameID, as a NameID is another one in another format. */
  subjectFormat?: string;
}

/** A person as the identity provider describes them. */
export interface Identity extends IdentityKey {
  /** In lower case. Absent where the provider tells none. */
  email?: string;
  /**
   * Whether the provider has verified that the address is the person's own; absent where it does
   * not say.
   */
  isEmailVerified?: boolean;
  /** Name of the person, where the provider tells one. */
  name?: string;
  /**
   * The names of the person's groups at the provider; `undefined` where groups are none of its
   * business.
   */
  groups?: string[];
  /** What the provider wants to be told when the person signs out again. */
  signOut: Record<string, string>;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The first of some texts that is an e-mail address, in lower case. */
export function emailAmong(...candidates: unknown[]): string | undefined {
  const email = candidates.find(
    (one): one is string => typeof one === 'string' && one.length <= 255 && EMAIL.test(one.trim()),
  );
  return email === undefined ? undefined : foldCase(email.trim());
}

/** The name of a person: as a whole, or of its parts. */
export function nameOf(whole: unknown, first: unknown, last: unknown): string | undefined {
  const parts = [first, last].filter((part) => typeof part === 'string');
  const name = typeof whole === 'string' && whole.trim() ? whole : parts.join(' ');
  return name.trim().slice(0, 255) || undefined;
}
