import { createHash } from 'node:crypto';
import { foldCase } from '../../../people/user/sign-in-names.js';
import { textsAt } from '../settings/claim-path.js';
import {
  emailAmong,
  type Identity,
  type IdentityKey,
  MAX_FORMAT_BYTES,
  MAX_KEY_BYTES,
  nameOf,
} from '../identity/identity.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { CLOCK_SKEW_MS } from './saml-provider.js';
import type { UsableSamlSettings } from './saml-settings.service.js';
import type { VerifiedProfile } from './saml-validation.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** An XML element as parsed by the library: attributes under `$`, children by name. */
interface Element {
  $?: Record<string, string>;
  [child: string]: Element[] | Record<string, string> | undefined;
}

/** The conditions under which an assertion may be used, once. */
export interface AssertionTerms {
  /** Key under which it is stored as used. */
  digest: Buffer;
  /** When it expires at the latest. */
  expiresAt: Date;
  /** Id of the request it answers. */
  requestId: string;
}

/**
 * The conditions of an assertion whose signature, audience and validity the library has verified.
 * It must come from the provider, be a bearer assertion sent to this service, and answer a request:
 * an unsolicited one could have been planted in the browser.
 * @throws SsoRefusal when a condition is not met.
 */
export function termsOf(
  profile: VerifiedProfile,
  { issuer, recipient }: { issuer: string; recipient: string },
): AssertionTerms {
  if (profile.issuer !== issuer) throw new SsoRefusal('answer-invalid');
  const assertion = profile.assertion as Element | undefined;
  const id = assertion?.$?.['ID'];
  const confirmation = childrenOf(childrenOf(assertion, 'Subject')[0], 'SubjectConfirmation')
    .filter(({ $ }) => $?.['Method'] === BEARER)
    .map((one) => childrenOf(one, 'SubjectConfirmationData')[0]?.$ ?? {})
    .find(
      (data) =>
        data['Recipient'] === recipient &&
        Date.parse(data['NotOnOrAfter'] ?? '') + CLOCK_SKEW_MS > Date.now(),
    );
  if (!id || !confirmation) throw new SsoRefusal('answer-invalid');
  const { InResponseTo: requestId, NotOnOrAfter: end } = confirmation;
  if (!requestId) throw new SsoRefusal('not-started-here');
  const digest = createHash('sha256')
    .update(JSON.stringify([profile.issuer, id]))
    .digest();
  return { digest, expiresAt: new Date(Date.parse(end!) + CLOCK_SKEW_MS), requestId };
}

/**
 * The person that an assertion describes.
 * @throws SsoRefusal when it has no permanent identifier.
 */
export function identityOf(profile: VerifiedProfile, settings: UsableSamlSettings): Identity {
  const { enableGroupSyncing, groupJsonPath = '' } = settings;
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
  const email = emailAmong(
    attributes['email'],
    attributes['mail'],
    attributes[`${CLAIMS}/emailaddress`],
    profile.email,
    profile.nameID,
  );
  const first = attributes['firstName'] ?? attributes[`${CLAIMS}/givenname`];
  const last = attributes['lastName'] ?? attributes[`${CLAIMS}/surname`];
  const name = nameOf(attributes['displayName'] ?? attributes['name'], first, last);
  const groups = enableGroupSyncing ? textsAt(groupJsonPath, attributes) : undefined;
  return {
    ...keyOf(profile, email, settings),
    ...(email ? { email } : {}),
    ...(name ? { name } : {}),
    ...(groups ? { groups } : {}),
    signOut: signOutOf(profile),
  };
}

/**
 * The identifier of the person. A transient NameID changes with each login, so the e-mail address
 * is used instead, if addresses are trusted. A NameID is unique within its format and its
 * qualifier, by default the issuer; the format matters because users may choose NameIDs of one
 * format and the provider those of another. Letter case is ignored in e-mail addresses.
 */
function keyOf(
  profile: VerifiedProfile,
  email: string | undefined,
  { entityId, linkByEmail }: UsableSamlSettings,
): IdentityKey {
  const { nameID, nameIDFormat, nameQualifier } = profile as Partial<VerifiedProfile>;
  const isLasting = nameID !== undefined && nameIDFormat !== TRANSIENT;
  const subject = isLasting
    ? nameIDFormat === EMAIL_ADDRESS
      ? foldCase(nameID)
      : nameID
    : linkByEmail
      ? email
      : undefined;
  const issuer =
    isLasting && nameQualifier && nameQualifier !== entityId
      ? `${entityId} ${nameQualifier}`
      : entityId;
  if (!subject) throw new SsoRefusal('subject-missing');
  if (Buffer.byteLength(subject) > MAX_KEY_BYTES || Buffer.byteLength(issuer) > MAX_KEY_BYTES)
    throw new SsoRefusal('answer-invalid');
  const subjectFormat = nameID === undefined ? TRANSIENT : (nameIDFormat ?? UNSPECIFIED);
  if (!/^[!-~]+$/.test(subjectFormat) || subjectFormat.length > MAX_FORMAT_BYTES)
    throw new SsoRefusal('answer-invalid');
  return { protocol: 'saml', issuer, subject, subjectFormat };
}

/** Data that identifies the session at the provider. */
function signOutOf({
  nameID,
  nameIDFormat,
  nameQualifier,
  spNameQualifier,
  sessionIndex,
}: VerifiedProfile): Record<string, string> {
  const identifiers = Object.entries({
    nameID,
    nameIDFormat,
    nameQualifier,
    spNameQualifier,
    sessionIndex,
  });
  return Object.fromEntries(
    identifiers.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  const children = element?.[name];
  return Array.isArray(children) ? children : [];
}
