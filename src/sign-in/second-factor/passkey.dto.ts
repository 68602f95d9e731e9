import { OneOf, Part, Text, TextList } from '../../http/validation/shape.decorators.js';

const BYTES = { pattern: /^[\w-]+$/, wanted: 'base64url', min: 1 };

/** What all answers about a passkey say: which one it is. */
class PublicKeyCredentialDto {
  /** Id of the credential, in base64url. */
  @Text({ ...BYTES, max: 1400 })
  id: string;
  /** The same. */
  @Text({ ...BYTES, max: 1400 })
  rawId: string;
  /** Always `public-key`. */
  @OneOf(['public-key'])
  type: 'public-key';
}

/** What an authenticator answers when a passkey is made. */
export class AttestationDto {
  /**
   * What the browser has signed with: base64url of JSON, as `PublicKeyCredential.toJSON()` has it.
   */
  @Text({ ...BYTES, max: 4096 })
  clientDataJSON: string;
  /** The new public key: base64url of CBOR. */
  @Text({ ...BYTES, max: 16_384 })
  attestationObject: string;
  /** How the authenticator can be reached, such as `usb` or `internal`. */
  @TextList({ optional: true, max: 10 })
  transports?: string[];
}

/** A passkey that a browser has made, as `PublicKeyCredential.toJSON()` has it. */
export class PasskeyAttestationDto extends PublicKeyCredentialDto {
  /** The answer of the authenticator. */
  @Part(() => AttestationDto)
  response: AttestationDto;
}

/** What an authenticator answers when it proves who somebody is. */
export class AssertionDto {
  /** What was signed: base64url of JSON. */
  @Text({ ...BYTES, max: 4096 })
  clientDataJSON: string;
  /** What the authenticator says of itself, in base64url. */
  @Text({ ...BYTES, max: 4096 })
  authenticatorData: string;
  /** The signature, in base64url. */
  @Text({ ...BYTES, max: 4096 })
  signature: string;
}

/** A proof by a passkey, as `PublicKeyCredential.toJSON()` has it. */
export class PasskeyAssertionDto extends PublicKeyCredentialDto {
  /** The answer of the authenticator. */
  @Part(() => AssertionDto)
  response: AssertionDto;
}

/** A passkey to be added. */
export class AddPasskeyDto {
  /** What the user calls it, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** The passkey that the browser has made. */
  @Part(() => PasskeyAttestationDto)
  credential: PasskeyAttestationDto;
}

/** A new name of a passkey. */
export class RenamePasskeyDto {
  /** What the user calls it, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
}

/** A one-time code. */
export class CodeDto {
  /** The code; blanks in it make no difference. */
  @Text({ trim: true, min: 6, max: 64 })
  code: string;
}

/** The user's password. */
export class OwnPasswordProofDto {
  /** The password. */
  @Text({ max: 1024 })
  password: string;
}
