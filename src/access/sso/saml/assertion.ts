import { createHash } from 'node:crypto';
import { textsAt } from '../login/claim-path.js';
import { emailAmong, type Identity, nameOf } from '../login/identity.js';
import { SsoRefusal } from '../login/sso-refusal.js';
import { CLOCK_SKEW_MS } from './saml-provider.js';
import type { UsableSamlSettings } from './saml-settings.service.js';
import type { VerifiedProfile } from './saml-validation.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** An element as the library hands it over: its attributes under `$`, its children by name. */
interface Element {
  $?: Record<string, string>;
  [child: string]: Element[] | Record<string, string> | undefined;
}

/** What makes an assertion usable once, by the one who asked for it. */
export interface AssertionTerms {
  /** What it is remembered by. */
  digest: Buffer;
  /** When it is not good any more in any case. */
  expiresAt: Date;
  /** Id of the request that it answers. */
  requestId: string;
}

/**
 * The terms of an assertion whose signature, audience and conditions the library has checked. It must come from the provider, be for whoever bears it, sent to us, and an answer: what
 * nobody here has asked for could have been put into a browser by somebody else.
 * @throws SsoRefusal
 */
export function termsOf(profile: VerifiedProfile, { issuer, recipient }: { issuer: string; recipient: string }): AssertionTerms {
  if (profile.issuer !== issuer) throw new SsoRefusal('answer-invalid');
  const assertion = profile.assertion as Element | undefined;
  const id = assertion?.$?.['ID'];
  const confirmation = childrenOf(childrenOf(assertion, 'Subject')[0], 'SubjectConfirmation')
    .filter(({ $ }) => $?.['Method'] === BEARER)
    .map((one) => childrenOf(one, 'SubjectConfirmationData')[0]?.$ ?? {})
    .find((data) => data['Recipient'] === recipient && Date.parse(data['NotOnOrAfter'] ?? '') + CLOCK_SKEW_MS > Date.now());
  if (!id || !confirmation) throw new SsoRefusal('answer-invalid');
  const { InResponseTo: requestId, NotOnOrAfter: end } = confirmation;
  if (!requestId) throw new SsoRefusal('not-started-here');
  const digest = createHash('sha256')
    .update(JSON.stringify([profile.issuer, id]))
    .digest();
  return { digest, expiresAt: new Date(Date.parse(end!) + CLOCK_SKEW_MS), requestId };
}

/** Whom an assertion is about. @throws SsoRefusal when it names no e-mail address. */
export function identityOf(profile: VerifiedProfile, { enableGroupSyncing, groupJsonPath = '' }: UsableSamlSettings): Identity {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
  const email = emailAmong(attributes['email'], attributes['mail'], attributes[`${CLAIMS}/emailaddress`], profile.email, profile.nameID);
  if (!email) throw new SsoRefusal('email-missing');
  const first = attributes['firstName'] ?? attributes[`${CLAIMS}/givenname`];
  const last = attributes['lastName'] ?? attributes[`${CLAIMS}/surname`];
  const name = nameOf(attributes['displayName'] ?? attributes['name'], first, last);
  const groups = enableGroupSyncing ? textsAt(groupJsonPath, attributes) : undefined;
  return { email, ...(name ? { name } : {}), ...(groups ? { groups } : {}), signOut: signOutOf(profile) };
}

/** What the provider knows the session by. */
function signOutOf({ nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex }: VerifiedProfile): Record<string, string> {
  const told = Object.entries({ nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex });
  return Object.fromEntries(told.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  const children = element?.[name];
  return Array.isArray(children) ? children : [];
}
