import { headerOf } from '../../audit/proof/keys.js';
import { textOfBase64url } from '../../audit/proof/bytes.js';
import { canonicalJson } from '../../audit/proof/canonical-json.js';
import { isSignedBy, sha256OfText, UnverifiableError } from '../../audit/proof/crypto.js';
import type { SignedStatistics } from './statistics-queries.js';

/** Whether a sum is that of the numbers beside it. */
export interface SumCheck {
  given: string;
  computed: string;
  isRight: boolean;
}

/** Whether a signature was made with a published key. */
export interface SignatureCheck {
  keyId: string;
  result: 'valid' | 'invalid' | 'unknown-key' | 'other-purpose';
}

/** What verifying statistics has shown. */
export interface StatisticsCheck {
  /** Of which instance, and when, according to the statistics. */
  instanceId: string;
  /** Null when the statistics have no time. */
  timestamp: string | null;
  sum: SumCheck;
  /** Absent when they are not signed; a text when the browser cannot verify it. */
  signature?: SignatureCheck | string;
}

type Keys = readonly { kid: string; x: string }[];

/** The file is neither statistics nor signed statistics. */
export class NoStatisticsError extends Error {
  override readonly name = 'NoStatisticsError';
}

/**
 * Verifies the text of statistics, signed or not.
 * @throws NoStatisticsError
 * @throws UnverifiableError when the browser cannot calculate sums.
 */
export async function checkOf(text: string, keys: () => Promise<Keys>): Promise<StatisticsCheck> {
  const object = objectOf(text);
  if (!isSigned(object)) return numbersCheck(object);
  const [check, signature] = await Promise.all([
    numbersCheck(objectOf(payloadOf(object))),
    signatureCheck(object, await keys()).catch(unverifiable),
  ]);
  return { ...check, signature };
}

function payloadOf({ payload }: SignedStatistics): string {
  try {
    return textOfBase64url(payload);
  } catch {
    throw new NoStatisticsError();
  }
}

function unverifiable(error: unknown): string {
  if (error instanceof UnverifiableError) return error.message;
  throw error;
}

function objectOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // It is no JSON.
  }
  throw new NoStatisticsError();
}

const isSigned = (object: object): object is SignedStatistics =>
  ['payload', 'protected', 'signature'].every(
    (name) => typeof (object as Record<string, unknown>)[name] === 'string',
  );

async function numbersCheck(statistics: object): Promise<Omit<StatisticsCheck, 'signature'>> {
  const { sum, ...others } = statistics as Record<string, unknown>;
  if (typeof sum !== 'string' || typeof others.instanceId !== 'string')
    throw new NoStatisticsError();
  const computed = await sha256OfText(canonicalJson(others));
  return {
    instanceId: others.instanceId,
    timestamp: momentOf(others.timestamp),
    sum: { given: sum, computed, isRight: sum === computed },
  };
}

const momentOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;

async function signatureCheck(jws: SignedStatistics, keys: Keys): Promise<SignatureCheck> {
  const { kid = '', alg, typ } = headerOf(jws.protected);
  const key = keys.find((one) => one.kid === kid);
  if (!key) return { keyId: kid, result: 'unknown-key' };
  if (typ !== undefined || alg !== 'EdDSA') return { keyId: kid, result: 'other-purpose' };
  const isValid = await isSignedBy(key.x, `${jws.protected}.${jws.payload}`, jws.signature);
  return { keyId: kid, result: isValid ? 'valid' : 'invalid' };
}
