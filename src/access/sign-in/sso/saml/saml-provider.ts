import type { SAML } from '@node-saml/node-saml';
import { certificatesIn, signingKeyIn } from './pem.js';
import type { UsableSamlSettings } from './saml-settings.service.js';

/** Tolerated difference between the clocks of provider and service. */
export const CLOCK_SKEW_MS = 30_000;
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * Options for the SAML library. As in the reference, this service uses its public URL as entity ID.
 * `requestId` is the id of the request to send.
 */
export async function samlFor(
  settings: UsableSamlSettings,
  publicUrl: string,
  requestId?: string,
): Promise<SAML> {
  const { SAML } = await import('@node-saml/node-saml');
  const { signOnUrl, signOutUrl, certificate, spCertificate } = settings;
  const key = spCertificate ? signingKeyIn(spCertificate) : undefined;
  return new SAML({
    callbackUrl: callbackUrl(publicUrl),
    issuer: publicUrl,
    audience: publicUrl,
    idpCert: certificatesIn(certificate),
    entryPoint: signOnUrl,
    ...(signOutUrl
      ? { logoutUrl: signOutUrl, logoutCallbackUrl: `${publicUrl}/auth/saml/logout/done` }
      : {}),
    ...(key
      ? { privateKey: key.privateKey, ...(key.certificate ? { publicCert: key.certificate } : {}) }
      : {}),
    ...(requestId ? { generateUniqueId: () => requestId } : {}),
    wantAssertionsSigned: true,
    // Only the assertion is used, and many providers sign only that.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    identifierFormat: EMAIL_FORMAT,
    // The provider decides how users authenticate.
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  });
}

/** The assertion consumer URL. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/auth/saml/callback`;
}
