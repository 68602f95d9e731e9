import { ApiProperty } from '@nestjs/swagger';
import {
  Flag,
  IdList,
  Int,
  OneOf,
  Part,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';

/**
 * Options for the browser, as WebAuthn JSON for
 * `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`.
 */
export class PasskeyOptionsResponse {
  /** Challenge in base64url, valid once and for five minutes. */
  challenge: string;
  /** Timeout for the browser in milliseconds. */
  @ApiProperty({ type: 'integer' })
  timeout: number;
  /** Relying party id (host); only for signing. */
  rpId?: string;
  /** Relying party; only for creation. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  rp?: object;
  /** The user; only for creation. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  user?: object;
  /** Supported key types; only for creation. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  pubKeyCredParams?: object[];
  /**
   * Existing passkeys of the user, which may not be created again on the same device; only for
   * creation.
   */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  excludeCredentials?: object[];
  /** Accepted passkeys; only for signing, and absent while the user is unknown. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  allowCredentials?: object[];
  /** Requirements on the authenticator; only for creation. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  authenticatorSelection?: object;
  /** Whether the authenticator verifies the user by PIN or biometrics; only for signing. */
  userVerification?: string;
  /** Always `none`; only for creation. */
  attestation?: string;
  /** WebAuthn extensions. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  extensions?: object;
  /** Preferred kinds of authenticators. */
  hints?: string[];
}

/** The authenticator app of a user. */
export class TotpResponse {
  /** When it was added. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A passkey of a user. */
export class PasskeyResponse {
  /** Id of the passkey. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name given by the user. */
  name: string;
  /** When it was added. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was last used; null if never. */
  @ApiProperty({ format: 'date-time', nullable: true })
  usedAt: string | null;
}

/** The second factors of a user. */
export class SecondFactorResponse {
  /** Whether the user has a second factor, so that signing in takes two steps. */
  enabled: boolean;
  /** The authenticator app; null without one. */
  @ApiProperty({ type: TotpResponse, nullable: true })
  totp: TotpResponse | null;
  /** The passkeys, oldest first. */
  passkeys: PasskeyResponse[];
  /** Number of unused recovery codes. */
  @ApiProperty({ type: 'integer' })
  recoveryCodesLeft: number;
}

/** The second factors of the caller. */
export class OwnSecondFactorResponse extends SecondFactorResponse {
  /** Whether the settings require a second factor. */
  required: boolean;
}

/** Set-up data for an authenticator app. Only this response contains it. */
export class TotpSecretResponse {
  /** The secret in base32. */
  secret: string;
  /** otpauth URI with the secret, to show as a QR code. */
  @ApiProperty({ format: 'uri' })
  uri: string;
}

/** The result of adding a second factor. */
export class RecoveryCodesResponse {
  /**
   * Ten single-use recovery codes to keep in a safe place; only this response contains them. Empty
   * when the previous ones stay valid.
   */
  recoveryCodes: string[];
}

/** An added passkey. */
export class AddedPasskeyResponse extends RecoveryCodesResponse {
  /** Id of the passkey. */
  @ApiProperty({ type: 'integer' })
  id: number;
}

/** A confirmation. */
export class ConfirmationResponse {
  /** When the confirmation expires. */
  @ApiProperty({ format: 'date-time' })
  confirmedUntil: string;
}

/** Settings of sessions and second factors. Omitted properties get their default. */
export class SecuritySettingsDto {
  /** Whether every user needs a second factor; false by default. */
  @Flag({ optional: true })
  secondFactorRequired?: boolean;
  /**
   * Ids of root roles that need a second factor, including holders through groups; none by default.
   */
  @IdList({ optional: true, max: 1000 })
  secondFactorRoles?: number[];
  /**
   * Whether a second factor is also required after single sign-on; false by default, which leaves
   * it to the identity provider.
   */
  @Flag({ optional: true })
  secondFactorAfterSso?: boolean;
  /** Minutes that a confirmation is valid; 15 by default. */
  @Int({ optional: true, min: 1, max: 1440 })
  confirmationMinutes?: number;
  /** Minutes without a request after which a session ends; null, the default, for never. */
  @Int({ optional: true, nullable: true, min: 5, max: 525_600 })
  idleMinutes?: number | null;
}

/** Settings of sessions and second factors. */
export class SecuritySettingsResponse {
  /** Whether every user needs a second factor. */
  secondFactorRequired: boolean;
  /** Ids of root roles that need a second factor, ascending. */
  @ApiProperty({ type: 'integer', isArray: true })
  secondFactorRoles: number[];
  /** Whether a second factor is also required after single sign-on. */
  secondFactorAfterSso: boolean;
  /** Minutes that a confirmation is valid. */
  @ApiProperty({ type: 'integer' })
  confirmationMinutes: number;
  /** Minutes without a request after which a session ends; null for never. */
  @ApiProperty({ type: 'integer', nullable: true })
  idleMinutes: number | null;
}

const BYTES = { pattern: /^[\w-]+$/, wanted: 'base64url', min: 1 };

/** Identifies the passkey in every response of an authenticator. */
class PublicKeyCredentialDto {
  /** Credential id in base64url. */
  @Text({ ...BYTES, max: 1400 })
  id: string;
  /** Credential id again. */
  @Text({ ...BYTES, max: 1400 })
  rawId: string;
  /** Always `public-key`. */
  @OneOf(['public-key'])
  type: 'public-key';
}

/** The authenticator's response to the creation of a passkey. */
class AttestationDto {
  /** Client data: base64url of JSON, as in `PublicKeyCredential.toJSON()`. */
  @Text({ ...BYTES, max: 4096 })
  clientDataJSON: string;
  /** Attestation object with the public key: base64url of CBOR. */
  @Text({ ...BYTES, max: 16_384 })
  attestationObject: string;
  /** Transports of the authenticator, such as `usb` or `internal`. */
  @TextList({ optional: true, max: 10 })
  transports?: string[];
}

/** A new passkey, as in `PublicKeyCredential.toJSON()`. */
export class PasskeyAttestationDto extends PublicKeyCredentialDto {
  /** The authenticator's response. */
  @Part(() => AttestationDto)
  response: AttestationDto;
}

/** The authenticator's response to a challenge. */
class AssertionDto {
  /** Client data: base64url of JSON. */
  @Text({ ...BYTES, max: 4096 })
  clientDataJSON: string;
  /** Authenticator data in base64url. */
  @Text({ ...BYTES, max: 4096 })
  authenticatorData: string;
  /** Signature in base64url. */
  @Text({ ...BYTES, max: 4096 })
  signature: string;
}

/** A signed challenge, as in `PublicKeyCredential.toJSON()`. */
export class PasskeyAssertionDto extends PublicKeyCredentialDto {
  /** The authenticator's response. */
  @Part(() => AssertionDto)
  response: AssertionDto;
}

/** A passkey to add. */
export class AddPasskeyDto {
  /** Name of the passkey, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** The new passkey. */
  @Part(() => PasskeyAttestationDto)
  credential: PasskeyAttestationDto;
}

/** A new name for a passkey. */
export class RenamePasskeyDto {
  /** Name of the passkey, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
}

/** A one-time code. */
export class CodeDto {
  /** The code; blanks are ignored. */
  @Text({ trim: true, min: 6, max: 64 })
  code: string;
}

/** The caller's password. */
export class OwnPasswordProofDto {
  /** The password. */
  @Text({ max: 1024 })
  password: string;
}
