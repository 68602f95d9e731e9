import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { canonicalJson } from '../proof/canonical-json.js';
import { isSignedBy, sha256OfText } from '../proof/crypto.js';
import { leafHashOf, rootByPath } from '../proof/merkle.js';

export type Checkpoint = Schemas['CheckpointResponse'];

/** A step of a verification, and whether it succeeded. */
export interface ProofStep {
  name: 'event' | 'leaf' | 'root' | 'hash' | 'signature';
  isRight: boolean;
}

/** The result of verifying that an event is in the sealed audit log. */
export interface ProofResult {
  steps: readonly ProofStep[];
  checkpoint: Checkpoint;
}

/** Reads the proof of an event that is shown, and verifies it. */
export async function verifyEvent(
  shown: { id: number },
  keys: readonly { kid: string; x: string }[],
): Promise<ProofResult> {
  const answer = api.GET('/api/admin/events/{id}/proof', { params: { path: { id: shown.id } } });
  const { event, leafHash, leafIndex, auditPath, checkpoint } = await bodyOf(answer);
  const root = await rootByPath(leafHash, leafIndex, checkpoint.size, auditPath);
  return {
    checkpoint,
    steps: [
      { name: 'event', isRight: isSame(event, shown) },
      { name: 'leaf', isRight: (await leafHashOf(event)) === leafHash },
      { name: 'root', isRight: root === checkpoint.rootHash },
      ...(await checkpointSteps(checkpoint, keys)),
    ],
  };
}

/** Whether the event on the page says what the proven one says. */
function isSame(proven: object, shown: object): boolean {
  const page = shown as Record<string, unknown>;
  return Object.entries(proven).every(
    ([name, value]) => !(name in page) || canonicalJson(value) === canonicalJson(page[name]),
  );
}

/** Verifies the hash and the signature of a checkpoint. */
export async function checkpointSteps(
  { hash, signature, ...content }: Checkpoint,
  keys: readonly { kid: string; x: string }[],
): Promise<ProofStep[]> {
  const canonical = canonicalJson(content);
  const key = keys.find(({ kid }) => kid === content.keyId);
  return [
    { name: 'hash', isRight: (await sha256OfText(canonical)) === hash },
    {
      name: 'signature',
      isRight: key !== undefined && (await isSignedBy(key.x, canonical, signature)),
    },
  ];
}
