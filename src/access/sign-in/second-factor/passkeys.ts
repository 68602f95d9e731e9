import { Inject, Injectable, Logger } from '@nestjs/common';
import type { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import type { PasskeyAssertionDto, PasskeyAttestationDto } from './second-factor.dto.js';
import {
  ADD_CHALLENGE,
  ADD_PASSKEY,
  COUNT_PASSKEYS,
  FIND_OWNER,
  FORGET_CHALLENGES,
  LIST_OF_USER,
  LOCK_BY_CREDENTIAL,
  MAKE_ROOM,
  MARK_USED,
  MAX_OF_NOBODY,
  type Stored,
  TAKE_CHALLENGE,
  VALID_SECONDS,
} from './passkeys.sql.js';
import { BadDataError, InvalidOperationError } from '../../../platform/errors/general.errors.js';

type WebAuthn = typeof import('@simplewebauthn/server') &
  typeof import('@simplewebauthn/server/helpers');

/**
 * The library for passkeys, loaded at first use because it would make up a tenth of the modules
 * loaded at every start.
 */
async function webAuthn(): Promise<WebAuthn> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}

/** What a challenge is for. */
type Purpose = 'registration' | 'proof' | 'sign-in';

/**
 * Stores challenges for passkeys. Each can be used once, for some minutes, by one user and for one
 * purpose.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /**
   * Old challenges make room for new ones, because most are never answered.
   * @throws TooManyRequestsError when they arrive faster than room can be made.
   */
  async add(challenge: string, userId: number | null, purpose: Purpose): Promise<void> {
    if ((await this.database.run(ADD_CHALLENGE, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(FORGET_CHALLENGES);
    if ((await this.database.run(ADD_CHALLENGE, [challenge, userId, purpose])).length > 0) return;
    await this.database.run(MAKE_ROOM);
    if ((await this.database.run(ADD_CHALLENGE, [challenge, userId, purpose])).length > 0) return;
    throw new TooManyRequestsError(MAX_OF_NOBODY, VALID_SECONDS, VALID_SECONDS);
  }

  /**
   * Consumes a challenge.
   * @returns Whether it was open.
   */
  async take(challenge: string, userId: number | null, purpose: Purpose, tx: Tx): Promise<boolean> {
    return (await tx.query(TAKE_CHALLENGE, [challenge, userId, purpose])).length > 0;
  }
}

const TIMEOUT_MS = 5 * 60_000;

/** A passkey as listed for browsers. */
export interface NamedCredential {
  id: string;
  transports: string[];
}

/** The passkey that signed a challenge. */
interface PasskeyProof {
  userId: number;
  /**
   * Whether the authenticator verified the user by PIN or biometrics, which makes it two factors.
   */
  isVerified: boolean;
}

/** Creates and verifies passkeys (WebAuthn). They are bound to the host of the public URL. */
@Injectable()
export class Passkeys {
  private readonly log = new Logger(Passkeys.name);
  readonly origin: string;
  readonly host: string;

  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    @Inject(CONFIG) config: Config,
  ) {
    const url = new URL(config.publicUrl);
    this.origin = url.origin;
    this.host = url.hostname;
  }

  /** Options for creating a passkey of a user. */
  async registrationOptions(
    userId: number,
    { name, label }: { name: string; label: string },
  ): Promise<object> {
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: label,
      rpID: this.host,
      userName: name,
      userID: new TextEncoder().encode(`user ${userId}`),
      attestationType: 'none',
      timeout: TIMEOUT_MS,
      excludeCredentials: await this.credentialsOf(userId),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    await this.challenges.add(options.challenge, userId, 'registration');
    return options;
  }

  /** Options for signing a challenge with a passkey of the user; `null` for any user. */
  async proofOptions(userId: number | null): Promise<object> {
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.host,
      timeout: TIMEOUT_MS,
      ...(userId === null
        ? { userVerification: 'required' as const }
        : {
            userVerification: 'preferred' as const,
            allowCredentials: await this.credentialsOf(userId),
          }),
    });
    await this.challenges.add(options.challenge, userId, userId === null ? 'sign-in' : 'proof');
    return options;
  }

  /**
   * Verifies a signed challenge, which is consumed in any case. `userId` restricts the owner of the
   * passkey; `null` allows anybody.
   */
  async verify(
    response: PasskeyAssertionDto,
    userId: number | null,
    tx: Tx,
  ): Promise<PasskeyProof | undefined> {
    const purpose: Purpose = userId === null ? 'sign-in' : 'proof';
    if (userId === null) await lockOwner(response.id, tx);
    const [stored] = await tx.query(LOCK_BY_CREDENTIAL, [response.id]);
    const isOpen = await this.challenges.take(
      challengeIn(response.response.clientDataJSON),
      userId,
      purpose,
      tx,
    );
    if (!stored || !isOpen || (userId !== null && stored.userId !== userId)) return undefined;
    const { verified, authenticationInfo } = await this.check(response, stored, userId === null);
    if (!verified || !authenticationInfo) return undefined;
    await tx.query(MARK_USED, [stored.id, authenticationInfo.newCounter]);
    return { userId: stored.userId, isVerified: authenticationInfo.userVerified };
  }

  private async check(
    response: PasskeyAssertionDto,
    { publicKey, counter }: Stored,
    requireUserVerification: boolean,
  ): Promise<Partial<Awaited<ReturnType<typeof verifyAuthenticationResponse>>>> {
    try {
      return await (
        await webAuthn()
      ).verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challengeIn(response.response.clientDataJSON),
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        requireUserVerification,
        credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter },
      });
    } catch (error) {
      this.log.debug(
        { problem: (error as Error).message },
        'The signature of a passkey was refused.',
      );
      return {};
    }
  }

  private credentialsOf(userId: number): Promise<NamedCredential[]> {
    return this.database.run(LIST_OF_USER, [userId]);
  }
}

/** The challenge in the client data; empty if there is none. */
function challengeIn(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** Locks the user of a passkey, who is locked before passkeys are. */
async function lockOwner(credentialId: string, tx: Tx): Promise<void> {
  const owners = await tx.query(FIND_OWNER, [credentialId]);
  await tx.lock({ users: { noKeyUpdate: owners.map(({ id }) => id) } });
}

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
