import type { AuditWitnessResponse } from './witness.dto.js';
import { bodyOf, cosignatureLineOf, noteText, originOf, verifierKeyOf } from './signed-note.js';
import type { StoredWitness } from './witness.sql.js';

/** The last checkpoint that a witness cosigned, as a signed note; null if there is none. */
export function cosignedBy(stored: StoredWitness): string | null {
  const { size, rootHash, cosignature, cosignedAt, instanceId } = stored;
  if (!rootHash || !cosignature || cosignedAt === null) return null;
  const body = bodyOf({ origin: originOf(instanceId), size, rootHash });
  const seconds = Math.floor(Date.parse(cosignedAt) / 1000);
  return noteText(body, cosignatureLineOf(stored, { seconds, signature: cosignature }));
}

/** A witness as the API returns it. */
export function responseOf(stored: StoredWitness): AuditWitnessResponse {
  const { id, name, createdAt, size, cosignedAt, missing, missingSince } = stored;
  return {
    ...{ id, name, verifierKey: verifierKeyOf(stored), createdAt },
    ...{ size, cosignedAt, missing, missingSince, cosigned: cosignedBy(stored) },
  };
}
