import { ApiProperty } from '@nestjs/swagger';

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
