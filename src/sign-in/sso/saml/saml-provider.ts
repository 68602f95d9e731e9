import { SAML } from '@node-saml/node-saml';
import { certificatesIn, signingKeyIn } from './pem.js';
import type { UsableSamlSettings } from './saml-settings.service.js';

/** How far the clocks of the provider and of this service may be apart. */
export const CLOCK_SKEW_MS = 30_000;
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/**
 * What the library needs to speak to a provider, to which this service goes by its own address, as
 * the reference does. `requestId` is the id of the one request that it is to send.
 */
export function samlFor(settings: UsableSamlSettings, publicUrl: string, requestId?: string): SAML {
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
    // Of the response nothing is used that is not within the assertion, and many providers sign
    // that alone.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    identifierFormat: EMAIL_FORMAT,
    // How people prove who they are is the provider's to decide.
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
  });
}

/** Where the provider sends assertions to. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/auth/saml/callback`;
}
