import { OneOf, Part, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

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
export class AttestationDto {
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
export class AssertionDto {
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
