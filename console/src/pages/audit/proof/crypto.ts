import { proofTexts } from '../../../texts/proof.js';
import { type Bytes, bytesOfBase64url, bytesOfText, hexOf } from './bytes.js';

/** This browser cannot calculate what a proof needs. */
export class UnverifiableError extends Error {
  override readonly name = 'UnverifiableError';
}

/** @throws UnverifiableError outside of HTTPS and localhost, where browsers have no WebCrypto. */
function subtle(): SubtleCrypto {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) throw new UnverifiableError(proofTexts.insecure);
  return subtle;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle().digest('SHA-256', bytes));
}

/** SHA-256 of a text, in lower-case hex. */
export async function sha256OfText(text: string): Promise<string> {
  return hexOf(await sha256(bytesOfText(text)));
}

/**
 * Whether an Ed25519 signature (in base64url) of a text was made with the private part of a key.
 * @throws UnverifiableError when the browser does not know Ed25519.
 */
export async function isSignedBy(
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    const key = await subtle().importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    return await subtle().verify('Ed25519', key, bytesOfBase64url(signature), bytesOfText(text));
  } catch (error) {
    if (error instanceof UnverifiableError) throw error;
    if (error instanceof DOMException && error.name === 'NotSupportedError')
      throw new UnverifiableError(proofTexts.noEd25519);
    return false; // The key or the signature is none.
  }
}
