import { type PublishedKey, trustedKeys } from '../src/audit/signing/endorsement.js';
import { jwsOf, RECEIPT_TYPE, verifiedJws } from '../src/audit/signing/jws.js';
import { isSignedBy, type PublicKey } from '../src/audit/signing/signing-key.js';
import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';
import type { InclusionProofResponse } from '../src/audit/audit-log/seal/checkpoint.dto.js';
import { rootFrom } from '../src/audit/audit-log/seal/merkle.js';
import { canonicalJson, hashOfEvent, hashOfSeal } from '../src/audit/audit-log/seal/seal.js';
import type { SavedCheckpoint } from './chain-verifier.js';

/** What a receipt states, as far as it is verified or shown. */
export interface SignedReceipt {
  instanceId: string;
  issuedAt: string;
  event: EventResponse;
  proof: InclusionProofResponse | null;
  delivery: { connected: number; delivered: number; instances: Counts };
}

/** The compact form of JWS. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

interface Counts {
  connected: number;
  delivered: number;
}

/**
 * Verifies a receipt: its signature, and the proof that the event is in a signed seal.
 * @param compact The receipt, in the compact form of JWS.
 * @param trustedIds Ids of keys that are trusted; all keys when there are none.
 * @param saved Checkpoints that were saved, with which that of the receipt must agree.
 * @returns What is wrong as a text.
 */
export function verifyReceipt(
  compact: string,
  keys: readonly PublishedKey[],
  trustedIds: readonly string[],
  saved: readonly SavedCheckpoint[],
): (SignedReceipt & { keyId: string }) | string {
  if (!COMPACT.test(compact))
    return 'it is no receipt: save the text of "receipt" alone, which has three parts';
  const trusted = trustedKeys(keys, trustedIds.length > 0 ? trustedIds : keys.map(({ id }) => id));
  const verified = verifiedJws(jwsOf(compact), (id) => trusted.get(id));
  if (!verified) return 'the signature is not one of a trusted key over this text';
  if (verified.header.typ !== RECEIPT_TYPE) return 'the signature is for something else';
  const receipt = JSON.parse(verified.text) as SignedReceipt;
  const problem = receipt.proof && problemOf(receipt.event, receipt.proof, trusted, saved);
  return problem ?? { ...receipt, keyId: verified.header.kid };
}

/** What is wrong with a proof; undefined when it verifies. */
function problemOf(
  event: EventResponse,
  { leafIndex, leafHash, auditPath, checkpoint }: InclusionProofResponse,
  trusted: ReadonlyMap<string, PublicKey>,
  saved: readonly SavedCheckpoint[],
): string | undefined {
  const { hash, signature, ...content } = checkpoint;
  const canonical = canonicalJson(content);
  const leaf = hashOfEvent(event);
  const path = auditPath.map((one) => Buffer.from(one, 'hex'));
  const root = rootFrom(leaf, leafIndex, content.size, path);
  if (leaf.toString('hex') !== leafHash || root?.toString('hex') !== content.rootHash)
    return 'the proof does not lead from the event to the root of the checkpoint';
  const key = trusted.get(content.keyId);
  if (!key || !isSignedBy(key, canonical, Buffer.from(signature, 'base64url')))
    return 'the signature of the checkpoint is not one of a trusted key';
  if (hashOfSeal(canonical) !== hash) return 'the hash of the checkpoint is wrong';
  const known = saved.find(({ index }) => index === content.index);
  return known && known.hash !== hash ? 'the checkpoint is not the one that you saved' : undefined;
}

/** The result of a verification in lines of text. */
export function receiptLines(file: string, receipt: SignedReceipt & { keyId: string }): string[] {
  const { event, proof, delivery, issuedAt, keyId } = receipt;
  const { connected, delivered, instances } = delivery;
  const turned = event.type === 'feature-environment-enabled' ? 'on' : 'off';
  return [
    `Verified: ${file}, issued ${issuedAt} and signed by ${keyId}.`,
    `Event ${event.id}: ${event.createdBy} turned ${event.featureName} ${turned} in ` +
      `${event.environment} at ${event.createdAt}.`,
    proof
      ? `It is proven by checkpoint ${proof.checkpoint.index}.`
      : 'It was not sealed yet, so the receipt has no proof.',
    `${delivered} of ${connected} SDKs and ${instances.delivered} of ${instances.connected} ` +
      'instances had the change.',
  ];
}
