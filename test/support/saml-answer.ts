import { createHash, createSign, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { KEYS } from './saml-keys.js';
import { PUBLIC_URL } from './browser.js';

/** Entity ID of the service. */
export const AUDIENCE = PUBLIC_URL;
/** Entity ID of the provider. */
export const ENTITY_ID = 'https://provider.example.com';
export const CALLBACK = `${PUBLIC_URL}/auth/saml/callback`;
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Content of an assertion. An omitted property has a valid value; null omits it from the assertion.
 */
export interface Assertion {
  id: string;
  nameId: string;
  nameIdFormat: string;
  nameQualifier: string | null;
  attributes: Record<string, string[]>;
  audience: string | null;
  recipient: string;
  inResponseTo: string | null;
  issuer: string;
  method: string;
  /** In seconds from now. */
  notBefore: number;
  notOnOrAfter: number;
  confirmedUntil: number;
}

type SigningKey = keyof typeof KEYS;

const moment = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * An assertion in canonical form (exclusive C14N), so that its text can be signed. `signature` is
 * inserted where it belongs.
 */
export function assertionXml(said: Partial<Assertion>, signature = ''): string {
  const it: Assertion = {
    id: `_${randomBytes(16).toString('hex')}`,
    nameId: 'ada@example.com',
    nameIdFormat: EMAIL_FORMAT,
    nameQualifier: null,
    attributes: {},
    audience: AUDIENCE,
    recipient: CALLBACK,
    inResponseTo: null,
    issuer: ENTITY_ID,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    notBefore: -10,
    notOnOrAfter: 60,
    confirmedUntil: 60,
    ...said,
  };
  const answers = it.inResponseTo === null ? '' : ` InResponseTo="${it.inResponseTo}"`;
  const audience =
    it.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${it.audience}</saml:Audience></saml:AudienceRestriction>`;
  const qualifier = it.nameQualifier === null ? '' : ` NameQualifier="${it.nameQualifier}"`;
  const attributes = Object.entries(it.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((v) => `<saml:AttributeValue>${escape(v)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${it.id}" IssueInstant="${moment(0)}" Version="2.0">`,
    `<saml:Issuer>${it.issuer}</saml:Issuer>${signature}`,
    `<saml:Subject><saml:NameID Format="${it.nameIdFormat}"${qualifier}>${escape(it.nameId)}</saml:NameID><saml:SubjectConfirmation Method="${it.method}">`,
    `<saml:SubjectConfirmationData${answers} NotOnOrAfter="${moment(it.confirmedUntil)}" Recipient="${it.recipient}"></saml:SubjectConfirmationData>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${moment(it.notBefore)}" NotOnOrAfter="${moment(it.notOnOrAfter)}">${audience}</saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${moment(0)}" SessionIndex="session-1"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    ...(attributes.length > 0
      ? [`<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`]
      : []),
    '</saml:Assertion>',
  ].join('');
}

/** A signed assertion. */
export function signedAssertion(said: Partial<Assertion>, key: SigningKey = 'provider'): string {
  const fixed = { id: `_${randomBytes(16).toString('hex')}`, ...said };
  const unsigned = assertionXml(fixed);
  const signature = signatureOf(unsigned, fixed.id, key);
  // The signature is inserted into the text that was signed, because both must contain the same
  // times.
  return unsigned.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
}

/** A response with an assertion, as a browser posts it. */
export function response(assertion: string): string {
  const xml = [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${moment(0)}">`,
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>',
    `${assertion}</samlp:Response>`,
  ].join('');
  return Buffer.from(xml).toString('base64');
}

/** A response that reports a failed authentication. */
export function refusal(): string {
  const xml =
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"></samlp:StatusCode></samlp:StatusCode><samlp:StatusMessage>&lt;b>secret words</samlp:StatusMessage></samlp:Status></samlp:Response>';
  return Buffer.from(xml).toString('base64');
}

/** The message in a URL of the HTTP-Redirect binding. */
export function messageIn(url: URL): string {
  return inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString();
}

function signatureOf(canonical: string, id: string, key: SigningKey): string {
  const ds = 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const info = (namespace: string): string =>
    [
      `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>`,
      `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>`,
      `<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>`,
      `<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>`,
      `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${sha256(canonical)}</ds:DigestValue>`,
      `</ds:Reference></ds:SignedInfo>`,
    ].join('');
  const value = createSign('sha256')
    .update(info(` ${ds}`))
    .sign(KEYS[key].privateKey, 'base64');
  return `<ds:Signature ${ds}>${info('')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}
