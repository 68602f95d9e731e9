import { type PublishedKey, trustedKeys } from '../src/audit/signing/endorsement.js';
import { CERTIFICATE_TYPE, jwsOf, verifiedJws } from '../src/audit/signing/jws.js';

/** What a removal certificate states, as far as it is shown. */
export interface SignedCertificate {
  issuedAt: string;
  validUntil: string;
  project: string;
  feature: string;
  environment: string;
  state: 'on' | 'off';
  variant: string | null;
  since: string;
  countedFrom: string;
  yes: number;
  no: number;
  applications: { appName: string }[];
}

/** The compact form of JWS. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Verifies a removal certificate: its signature, and that it is still valid.
 * @param compact The certificate, in the compact form of JWS.
 * @param trustedIds Ids of keys that are trusted; all keys when there are none.
 * @returns What is wrong as a text.
 */
export function verifyCertificate(
  compact: string,
  keys: readonly PublishedKey[],
  trustedIds: readonly string[],
  now = Date.now(),
): (SignedCertificate & { keyId: string }) | string {
  if (!COMPACT.test(compact))
    return 'it is no certificate: save the text of "certificate" alone, which has three parts';
  const trusted = trustedKeys(keys, trustedIds.length > 0 ? trustedIds : keys.map(({ id }) => id));
  const verified = verifiedJws(jwsOf(compact), (id) => trusted.get(id));
  if (!verified) return 'the signature is not one of a trusted key over this text';
  if (verified.header.typ !== CERTIFICATE_TYPE) return 'the signature is for something else';
  const content = JSON.parse(verified.text) as SignedCertificate;
  if (Date.parse(content.validUntil) < now) return `it was valid until ${content.validUntil}`;
  return { ...content, keyId: verified.header.kid };
}

/** The result of a verification in lines of text. */
export function certificateLines(
  file: string,
  certificate: SignedCertificate & { keyId: string },
): string[] {
  const { feature, environment, state, variant, since, countedFrom, yes, no } = certificate;
  const which = variant === null ? '' : ` with the variant ${variant}`;
  const names = certificate.applications.map(({ appName }) => appName).join(', ');
  return [
    `Verified: ${file}, issued ${certificate.issuedAt} and signed by ${certificate.keyId}, ` +
      `valid until ${certificate.validUntil}.`,
    `${feature} was always ${state}${which} in ${environment}, since ${since}.`,
    `${yes + no} evaluations since ${countedFrom}${names ? `, by ${names}` : ''}.`,
  ];
}
