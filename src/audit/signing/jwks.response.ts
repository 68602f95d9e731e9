import { ApiProperty } from '@nestjs/swagger';

/** A public key as JSON Web Key (RFC 7517, RFC 8037). */
export class JwkResponse {
  /** Key type. */
  @ApiProperty({ enum: ['OKP'] })
  kty: string;
  /** The curve. */
  @ApiProperty({ enum: ['Ed25519'] })
  crv: string;
  /** The public key in base64url. */
  @ApiProperty({ pattern: '^[\\w-]{43}$' })
  x: string;
  /** Id of the key: its SHA-256 thumbprint (RFC 7638). */
  @ApiProperty({ pattern: '^[\\w-]{43}$' })
  kid: string;
  /** What the key is for. */
  @ApiProperty({ enum: ['sig'] })
  use: string;
  /** The algorithm of its signatures. */
  @ApiProperty({ enum: ['EdDSA'] })
  alg: string;
  /**
   * A signature of `x` by the key that this one replaced, as a compact JWS of the type
   * `signing-key-endorsement`; absent when no key endorsed it.
   */
  endorsement?: string;
}

/** All public keys of the instance, as JSON Web Key Set. */
export class JwksResponse {
  /** The keys, oldest first, including those that no longer sign. */
  keys: JwkResponse[];
}
