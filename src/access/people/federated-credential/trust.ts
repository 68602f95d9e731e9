import { BadDataError } from '../../../platform/errors/general.errors.js';
import { isLocalhost } from '../../../platform/http/public-addresses.js';
import type { FederatedCredentialDto } from './federated-credential.dto.js';
import type { TrustedCredential } from './federated-credential.sql.js';

const MAX_STARS = 3;
/** Two complete parts, such as `repo:acme/`, so that nobody else's subjects begin like this. */
const TWO_PARTS = /^[^:/*]+[:/][^:/*]+[:/]/;
const MAX_CLAIMS = 20;
const MAX_CLAIM_LENGTH = 500;

/** The claims of a token whose signature and times were verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>>;

/** @throws BadDataError when it could trust more than it seems to. */
export function requireSafeTrust({ issuer, subject, claims = {} }: FederatedCredentialDto): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalhost(url))))
    throw refusal('issuer', 'must be a URL that begins with https://, except for localhost.');
  if (/[?#]/.test(issuer) || url.username || url.password)
    throw refusal('issuer', 'must have no query, fragment, user name or password.');
  if (!isBoundedSubject(subject))
    throw refusal(
      'subject',
      'may contain up to three "*", after two complete parts that end with ":" or "/", such as ' +
        'repo:acme/*.',
    );
  const entries = Object.entries(claims);
  if (entries.length > MAX_CLAIMS) throw refusal('claims', `must be at most ${MAX_CLAIMS}.`);
  if (entries.some(([name, value]) => !name || name.length + value.length > MAX_CLAIM_LENGTH))
    throw refusal(
      'claims',
      `must have names, of at most ${MAX_CLAIM_LENGTH} characters with the value.`,
    );
}

/** Whether the audience of a token is that of a credential. */
export function hasAudience({ audience }: TrustedCredential, { aud }: VerifiedClaims): boolean {
  return [aud].flat().includes(audience);
}

/** Whether the subject and the further claims of a token are those of a credential. */
export function hasSubject({ subject, claims }: TrustedCredential, token: VerifiedClaims): boolean {
  return (
    typeof token['sub'] === 'string' &&
    matchesSubject(subject, token['sub']) &&
    Object.entries(claims).every(
      ([name, value]) => Object.hasOwn(token, name) && textOf(token[name]) === value,
    )
  );
}

/** Issuers send numbers and booleans also as such. */
function textOf(claim: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof claim) ? String(claim) : undefined;
}

function refusal(property: string, rest: string): BadDataError {
  const message = `${property} ${rest}`;
  return new BadDataError(message, [{ message, path: `/body/${property}` }]);
}

/** Whether a subject is exact, or a pattern that is bounded enough. */
function isBoundedSubject(pattern: string): boolean {
  const stars = pattern.split('*').length - 1;
  return stars === 0 || (stars <= MAX_STARS && TWO_PARTS.test(pattern));
}

/** Whether a subject matches a pattern, in which `*` stands for any characters, also for none. */
function matchesSubject(pattern: string, subject: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return subject === pattern;
  if (!subject.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = subject.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return subject.length >= from + last.length && subject.endsWith(last);
}
