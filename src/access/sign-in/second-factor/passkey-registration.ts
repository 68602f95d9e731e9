import { BadDataError, InvalidOperationError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import type { PasskeyAttestationDto } from './passkey.dto.js';
import { challengeIn, type PasskeyChallenges } from './passkeys.js';
import { webAuthn } from './passkeys.js';
import { COUNT_PASSKEYS, ADD_PASSKEY } from './passkeys.sql.js';

/** Maximum number of passkeys per user. */
const MAX_PASSKEYS = 20;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The relying party of passkeys. */
interface Site {
  origin: string;
  host: string;
}

/**
 * Adds a passkey to a user, whose row must be locked.
 * @returns Its id.
 * @throws BadDataError when it was not created for this service and challenge.
 * @throws InvalidOperationError when the user has too many.
 */
export async function addPasskey(
  { userId, name, credential }: { userId: number; name: string; credential: PasskeyAttestationDto },
  { origin, host }: Site,
  challenges: PasskeyChallenges,
  tx: Tx,
): Promise<number> {
  const [row] = await tx.query(COUNT_PASSKEYS, [userId]);
  if (row!.count >= MAX_PASSKEYS)
    throw new InvalidOperationError(
      `A user can have at most ${MAX_PASSKEYS} passkeys: remove one first.`,
    );
  const challenge = challengeIn(credential.response.clientDataJSON);
  if (!(await challenges.take(challenge, userId, 'registration', tx)))
    throw refused('The challenge is unknown, was used, or has expired.');
  const made = await verify(credential, { origin, host }, challenge);
  const transports = TRANSPORTS.filter((one) => credential.response.transports?.includes(one));
  const values = [
    userId,
    made.id,
    Buffer.from(made.publicKey),
    made.counter,
    transports,
    name,
  ] as const;
  const [added] = await tx.query(ADD_PASSKEY, values);
  if (!added) throw refused('It is already registered.');
  return added.id;
}

async function verify(
  credential: PasskeyAttestationDto,
  { origin, host }: Site,
  expectedChallenge: string,
): Promise<{ id: string; publicKey: Uint8Array; counter: number }> {
  try {
    const attestationObject = await withoutStatement(credential.response.attestationObject);
    const { verifyRegistrationResponse } = await webAuthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...credential.response, attestationObject, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: false,
    });
    if (verified) return registrationInfo.credential;
  } catch (error) {
    throw refused((error as Error).message);
  }
  throw refused('It cannot be verified.');
}

/**
 * Removes the attestation statement. It is not requested, and verifying it would parse the sender's
 * certificates and call addresses in them.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await webAuthn();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const plain = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', decoded.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain as Parameters<typeof isoCBOR.encode>[0]));
}

function refused(reason: string): BadDataError {
  const message =
    `The passkey was not accepted. ${reason} Start again with POST ` +
    '/api/admin/user/second-factor/passkeys/options.';
  return new BadDataError(message, [{ message, path: '/body/credential' }]);
}
