import { Text } from '../../../../platform/http/validation/shape.decorators.js';
import {
  type Presets,
  SSO_PRESETS,
  SsoSettingsDto,
  SsoSettingsResponse,
} from '../settings/sso-settings.dto.js';

/** The response of a SAML provider, posted by the browser. */
export class SamlCallbackDto {
  /** The response in base64. */
  @Text()
  SAMLResponse: string;
}

/** The ticket for a received response. */
export class SamlTicketDto {
  /** The ticket. */
  @Text({ max: 100 })
  ticket: string;
}

const PEM = { optional: true, nullable: true, max: 20_000 };

/** Settings of SAML. Omitted properties get their default, except the private key. */
export class SamlSettingsDto extends SsoSettingsDto {
  /**
   * Entity ID (issuer) of the provider. Required to enable it. The entity ID of this service is
   * `UNLEASH_URL`.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 1024 })
  entityId?: string;
  /** Single sign-on URL of the provider (HTTP-Redirect binding). Required to enable it. */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  signOnUrl?: string;
  /**
   * Certificate for verifying assertions, as PEM or base64; several in PEM during a rotation.
   * Required to enable it.
   */
  // Not trimmed: the response must equal the request, and certificate files end with a line break.
  @Text(PEM)
  certificate?: string;
  /**
   * Single logout URL of the provider (HTTP-Redirect binding); signing out here sends a logout
   * request there.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  signOutUrl?: string;
  /**
   * RSA private key in PEM for signing requests, optionally with its certificate for the metadata.
   * Stored encrypted and never returned. When omitted or `*****`, the stored key stays; an empty
   * one removes it.
   */
  @Text({ ...PEM, trim: true })
  spCertificate?: string;
}

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

/** The stored settings but for the private key. */
export type OpenSamlSettings = Omit<SamlSettingsResponse, 'defaultRootRole' | 'spCertificate'>;

export const SAML_PRESETS: Presets<OpenSamlSettings> = {
  ...SSO_PRESETS,
  entityId: undefined,
  signOnUrl: undefined,
  certificate: undefined,
  signOutUrl: undefined,
};
