import { ApiProperty } from '@nestjs/swagger';

/**
 * What a browser is to be given, as JSON of WebAuthn:
 * `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` reads it.
 */
export class PasskeyOptionsResponse {
  /** What the passkey is to sign, in base64url: good once, for five minutes. */
  challenge: string;
  /** How long the browser is to wait, in milliseconds. */
  @ApiProperty({ type: 'integer' })
  timeout: number;
  /** The host that passkeys belong to; absent where one is made. */
  rpId?: string;
  /** The service that passkeys belong to; absent where one is asked for. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  rp?: object;
  /** Whom the passkey is for; absent where one is asked for. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  user?: object;
  /** Which kinds of keys are good; absent where one is asked for. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  pubKeyCredParams?: object[];
  /**
   * The passkeys that the user has, of which there must not be another on the same device; absent
   * where one is asked for.
   */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  excludeCredentials?: object[];
  /**
   * The passkeys that are good; absent where one is made, and where it is not known yet who signs
   * in.
   */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  allowCredentials?: object[];
  /** What the authenticator must be able to do; absent where one is asked for. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  authenticatorSelection?: object;
  /**
   * Whether the authenticator is to ask for a PIN, a finger or a face; absent where one is made.
   */
  userVerification?: string;
  /** Always `none`; absent where one is asked for. */
  attestation?: string;
  /** What else browsers can do. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  extensions?: object;
  /** Which kinds of authenticators are preferred. */
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
  /** What the user calls it. */
  name: string;
  /** When it was added. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it was last used; null before that. */
  @ApiProperty({ format: 'date-time', nullable: true })
  usedAt: string | null;
}

/** The second factors of a user. */
export class SecondFactorResponse {
  /** Whether there is any, so that signing in takes two steps. */
  enabled: boolean;
  /** The authenticator app; null when there is none. */
  @ApiProperty({ type: TotpResponse, nullable: true })
  totp: TotpResponse | null;
  /** The passkeys, in the order in which they were added. */
  passkeys: PasskeyResponse[];
  /** How many recovery codes are left. */
  @ApiProperty({ type: 'integer' })
  recoveryCodesLeft: number;
}

/** The second factors of oneself. */
export class OwnSecondFactorResponse extends SecondFactorResponse {
  /** Whether the settings want one to have a second factor. */
  required: boolean;
}

/** What an authenticator app needs to know. This answer is the only one that ever shows it. */
export class TotpSecretResponse {
  /** The secret, in base32. */
  secret: string;
  /** The same with all else that an app needs, to be shown as a QR code. */
  @ApiProperty({ format: 'uri' })
  uri: string;
}

/** What comes of adding a second factor. */
export class RecoveryCodesResponse {
  /**
   * Ten codes, each good once in place of a second factor: to be kept in a safe place, for this
   * answer is the only one that ever shows them. Empty where the earlier ones stay.
   */
  recoveryCodes: string[];
}

/** A passkey that was added. */
export class AddedPasskeyResponse extends RecoveryCodesResponse {
  /** Id of the passkey. */
  @ApiProperty({ type: 'integer' })
  id: number;
}

/** That it was confirmed who one is. */
export class ConfirmationResponse {
  /** Until when that is good. */
  @ApiProperty({ format: 'date-time' })
  confirmedUntil: string;
}
