import { isSignedBy, type PublicKey, type SigningKey } from './signing-key.js';

/** A JSON Web Signature in its flattened JSON form (RFC 7515, section 7.2.2). */
export interface FlattenedJws {
  /** The signed text, in base64url. */
  payload: string;
  /** The header, which is signed too, as JSON in base64url. */
  protected: string;
  /** The signature, in base64url. */
  signature: string;
}

/** The signed header of a signature. */
interface JwsHeader {
  alg: string;
  kid: string;
  typ?: string;
}

/** Type of the signature of a receipt, in its signed header. */
export const RECEIPT_TYPE = 'feature-switch-receipt';

/** Type of the signature of a certificate that a feature can be removed from code. */
export const CERTIFICATE_TYPE = 'feature-removal-certificate';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString();

/** Signs a text. `typ` tells what is signed, where signatures could be mistaken for others. */
export function signedJws(text: string, key: SigningKey, typ?: string): FlattenedJws {
  const header: JwsHeader = { alg: 'EdDSA', kid: key.id, ...(typ === undefined ? {} : { typ }) };
  const signed = { payload: encoded(text), protected: encoded(JSON.stringify(header)) };
  const signature = key.sign(`${signed.protected}.${signed.payload}`).toString('base64url');
  return { ...signed, signature };
}

/** The compact form (RFC 7515, section 7.1): three parts in base64url, separated by dots. */
export const compactOf = ({ protected: header, payload, signature }: FlattenedJws): string =>
  `${header}.${payload}.${signature}`;

/** Parses a compact form; parts that are missing are empty. */
export function jwsOf(compact: string): FlattenedJws {
  const [header = '', payload = '', signature = '', ...others] = compact.split('.');
  return { protected: header, payload, signature: others.length > 0 ? '' : signature };
}

/**
 * Verifies a signature.
 * @param publicKeyOf The public key with an id, if it is known.
 * @returns The signed text and its header; undefined when the signature is invalid.
 */
export function verifiedJws(
  jws: FlattenedJws,
  publicKeyOf: (id: string) => PublicKey | undefined,
): { text: string; header: JwsHeader } | undefined {
  let header: JwsHeader;
  try {
    header = JSON.parse(decoded(jws.protected)) as JwsHeader;
  } catch {
    return undefined;
  }
  const key = header.alg === 'EdDSA' ? publicKeyOf(header.kid) : undefined;
  const signature = Buffer.from(jws.signature, 'base64url');
  // Decoding ignores characters, and the last bits, which would let a changed text verify.
  if (signature.toString('base64url') !== jws.signature) return undefined;
  if (!key || !isSignedBy(key, `${jws.protected}.${jws.payload}`, signature)) return undefined;
  return { text: decoded(jws.payload), header };
}
