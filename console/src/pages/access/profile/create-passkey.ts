import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { ApiFailure } from '../../../api/failures.js';
import { profileTexts } from '../../../texts/profile.js';

const PATH = '/api/admin/user/second-factor/passkeys';

/**
 * Has the browser create a passkey, and adds it to the account.
 * @returns New recovery codes, if these are the first ones.
 * @throws ApiFailure also when the person or the device has cancelled it.
 */
export async function createPasskey(name: string): Promise<readonly string[]> {
  const options = await bodyOf(api.POST(`${PATH}/options`));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await created(publicKey);
  const { id, rawId, type, response } = credential.toJSON() as Schemas['PasskeyAttestationDto'];
  const { clientDataJSON, attestationObject, transports } = response;
  const body = {
    name,
    credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
  };
  return (await bodyOf(api.POST(PATH, { body }))).recoveryCodes;
}

async function created(
  publicKey: PublicKeyCredentialCreationOptions,
): Promise<PublicKeyCredential> {
  try {
    return (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  } catch {
    throw new ApiFailure(400, { message: profileTexts.passkeyCancelled });
  }
}
