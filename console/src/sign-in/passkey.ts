import type { Schemas } from '../api/client.js';

/**
 * Asks the browser to sign a challenge with a passkey.
 * @throws DOMException when the person cancels it.
 */
export async function passkeyAnswer(
  options: Schemas['PasskeyOptionsResponse'],
): Promise<Schemas['PasskeyAssertionDto']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as Schemas['PasskeyAssertionDto'];
}
