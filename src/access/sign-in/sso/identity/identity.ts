import { startOf } from '../../../../platform/http/body/storable.js';
import { foldCase } from '../../../people/user/sign-in-names.js';

/** The single sign-on protocols. */
export const PROTOCOLS = ['oidc', 'saml'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Maximum bytes of issuer or subject: both are in one index entry of at most 2.7 kB. */
export const MAX_KEY_BYTES = 1100;

/** Upper bound on the bytes of the format of a NameID. */
export const MAX_FORMAT_BYTES = 255;

/** The permanent identifier of a person at a provider. */
export interface IdentityKey {
  protocol: Protocol;
  /** OpenID Connect: the claim `iss`. SAML: the issuer of the assertion. */
  issuer: string;
  /** OpenID Connect: the claim `sub`. SAML: the NameID. */
  subject: string;
  /** SAML: the format of the NameID. The same NameID in another format is a different identity. */
  subjectFormat?: string;
}

/** A person as described by the identity provider. */
export interface Identity extends IdentityKey {
  /** In lower case; absent when the provider sends none. */
  email?: string;
  /** Whether the provider verified the address; absent when it does not say. */
  isEmailVerified?: boolean;
  /** Name of the person, if the provider sends one. */
  name?: string;
  /** Names of the person's groups at the provider; `undefined` when groups are not synchronised. */
  groups?: string[];
  /** Data that the provider needs for single logout. */
  signOut: Record<string, string>;
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** The first text that is an e-mail address, in lower case. */
export function emailAmong(...candidates: unknown[]): string | undefined {
  const email = candidates.find(
    (one): one is string => typeof one === 'string' && one.length <= 255 && EMAIL.test(one.trim()),
  );
  return email === undefined ? undefined : foldCase(email.trim());
}

/** The full name of a person, given or composed. */
export function nameOf(whole: unknown, first: unknown, last: unknown): string | undefined {
  const parts = [first, last].filter((part) => typeof part === 'string');
  const name = typeof whole === 'string' && whole.trim() ? whole : parts.join(' ');
  return startOf(name.trim(), 255) || undefined;
}
