import { randomBytes } from 'node:crypto';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { insertPersonalToken } from '../personal-token/personal-token-writer.js';
import {
  COUNT_TOKENS,
  NOTE_USE,
  REMOVE_EXPIRED_OF,
  type TrustedCredential,
  TRUSTING,
} from './federated-credential.sql.js';
import { hasAudience, hasSubject, type VerifiedClaims } from './trust.js';

/** Maximum number of valid tokens of a credential. */
const MAX_TOKENS = 200;
const MINUTE_MS = 60_000;
/** Bytes that distinguish the descriptions of tokens, which are unique. */
const SUFFIX_BYTES = 6;

/** The token that a token of an issuer was exchanged for. */
interface ExchangedToken {
  secret: string;
  /** How many seconds it is valid. */
  seconds: number;
}

/**
 * Gives a token of the service account of a credential, which the claims were found to match.
 * @returns undefined when the credential was changed or deleted meanwhile.
 * @throws TooManyRequestsError when it has too many valid tokens.
 */
export async function addExchangedToken(
  { id, userId }: TrustedCredential,
  claims: VerifiedClaims,
  address: string,
  tx: Tx,
): Promise<ExchangedToken | undefined> {
  // The credential is only changed and deleted with this lock, and the account with a stronger one.
  await tx.lock({ users: { noKeyUpdate: [userId] } });
  const trusting = await tx.query(TRUSTING, [String(claims['iss'])]);
  const credential = trusting.find((one) => one.id === id);
  if (!credential || !hasAudience(credential, claims) || !hasSubject(credential, claims)) return;
  const { lifetimeMinutes, scope, name, userName } = credential;
  await requireRoom(credential, tx);
  const token = await insertPersonalToken(
    userId,
    {
      description: `${name} ${randomBytes(SUFFIX_BYTES).toString('hex')}`,
      expiresAt: new Date(Date.now() + lifetimeMinutes * MINUTE_MS).toISOString(),
      scope: {
        ...(scope ? { readOnly: scope.readOnly } : {}),
        ...(scope?.proposeOnly ? { proposeOnly: true } : {}),
        ...(scope?.projects ? { projects: scope.projects } : {}),
        ...(scope?.environments ? { environments: scope.environments } : {}),
      },
    },
    tx,
    id,
  );
  await tx.query(NOTE_USE, [id]);
  const actor: Actor = { userId, name: userName, address };
  await tx.recordEntries([{ actor, event: useOf(credential, claims, token) }]);
  return { secret: token.secret, seconds: lifetimeMinutes * 60 };
}

/**
 * Removes expired tokens, so that a busy pipeline leaves no rows behind, and counts the others.
 * @throws TooManyRequestsError
 */
async function requireRoom({ id, lifetimeMinutes }: TrustedCredential, tx: Tx): Promise<void> {
  await tx.query(REMOVE_EXPIRED_OF, [id]);
  const [has] = await tx.query(COUNT_TOKENS, [id]);
  if (has!.count >= MAX_TOKENS)
    throw new TooManyRequestsError(
      MAX_TOKENS,
      lifetimeMinutes * 60,
      has!.seconds,
      `This federated credential has ${MAX_TOKENS} valid tokens, the maximum. Try again later.`,
    );
}

function useOf(
  { id, name }: TrustedCredential,
  { iss, sub }: VerifiedClaims,
  { id: tokenId, description, expiresAt }: { id: number; description: string; expiresAt: string },
) {
  return {
    type: 'federated-credential-used' as const,
    data: {
      ...{ id, name, issuer: String(iss), subject: String(sub) },
      ...{ tokenId, description, expiresAt },
    },
  };
}
