import { SsoSettingsResponse } from '../settings/sso-settings.response.js';

/** How people sign in with SAML. */
export class SamlSettingsResponse extends SsoSettingsResponse {
  /** The name of the provider; absent when it is not set. */
  entityId?: string;
  /** Where the provider signs people in; absent when it is not set. */
  signOnUrl?: string;
  /** The certificate by which assertions are signed, as it was sent; absent when it is not set. */
  certificate?: string;
  /** Where the provider signs people out; absent when it is not set. */
  signOutUrl?: string;
  /** `*****` when there is a private key; absent when there is none. */
  spCertificate?: string;
}
