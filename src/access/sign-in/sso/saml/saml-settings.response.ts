import { SsoSettingsResponse } from '../settings/sso-settings.response.js';

/** Settings of SAML. */
export class SamlSettingsResponse extends SsoSettingsResponse {
  /** Entity ID of the provider; absent when not set. */
  entityId?: string;
  /** Single sign-on URL of the provider; absent when not set. */
  signOnUrl?: string;
  /** Certificate for verifying assertions, as sent; absent when not set. */
  certificate?: string;
  /** Single logout URL of the provider; absent when not set. */
  signOutUrl?: string;
  /** `*****` when there is a private key; absent otherwise. */
  spCertificate?: string;
}
