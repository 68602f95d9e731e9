import type { Schemas } from '../../../api/client.js';
import { ApiFailure } from '../../../api/failures.js';
import { signInTexts } from '../../../texts/sign-in.js';

/**
 * Asks the browser to sign a challenge with a passkey.
 * @throws ApiFailure when the person cancels it, or has no passkey here.
 */
export async function passkeyAnswer(
  options: Schemas['PasskeyOptionsResponse'],
): Promise<Schemas['PasskeyAssertionDto']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey }).catch(() => {
    throw new ApiFailure(400, { message: signInTexts.noPasskey });
  });
  return (credential as PublicKeyCredential).toJSON() as Schemas['PasskeyAssertionDto'];
}
