import { Text } from '../../../http/validation/shape.decorators.js';
import { SsoSettingsDto } from '../settings/sso-settings.dto.js';

const PEM = { optional: true, nullable: true, max: 20_000 };

/**
 * How people sign in with SAML. What is left out goes back to its preset, but for the private key.
 */
export class SamlSettingsDto extends SsoSettingsDto {
  /**
   * The name of the provider (IdP entity ID, issuer): whom assertions must come from. Needed to
   * enable it. Our own name is `UNLEASH_URL`.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 1024 })
  entityId?: string;
  /** Where the provider signs people in, by the HTTP-Redirect binding. Needed to enable it. */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  signOnUrl?: string;
  /**
   * The certificate by which assertions are signed, in PEM or as its base64 alone; several in PEM
   * while the provider changes from one to the next. Needed to enable it.
   */
  // not trimmed: what is shown has to be what was sent, and the files that it comes from end with a
  // line break
  @Text(PEM)
  certificate?: string;
  /**
   * Where the provider signs people out, by the HTTP-Redirect binding: signing out here sends a
   * logout request there.
   */
  @Text({ optional: true, nullable: true, trim: true, max: 2000 })
  signOutUrl?: string;
  /**
   * An RSA private key in PEM, with its certificate beside it if the metadata is to show one:
   * requests are signed with it. Stored encrypted and never shown again. Left out, or sent as the
   * `*****` that stands for it, it stays as it is, and an empty one takes it away.
   */
  @Text({ ...PEM, trim: true })
  spCertificate?: string;
}
