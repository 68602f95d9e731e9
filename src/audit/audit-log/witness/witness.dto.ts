import { Int, Text } from '../../../platform/http/validation/shape.decorators.js';

/** The longest text by which a witness is configured. */
const MAX_KEY = 200;
/** The longest cosignature, of which several may be sent. */
const MAX_COSIGNATURES = 2_000;

/** The checkpoint to return. */
export class WitnessCheckpointQuery {
  /** Also returns the proof that the checkpoint continues the one of this many seals. */
  @Int({ optional: true, min: 0, max: Number.MAX_SAFE_INTEGER })
  old?: number;
}

/** A witness to register. */
export class AuditWitnessDto {
  /** Its verifier key, as `flags witness` prints it: name, id of the key and Ed25519 key. */
  @Text({ trim: true, min: 1, max: MAX_KEY })
  verifierKey: string;
}

/** Cosignatures of a checkpoint. */
export class CosignaturesDto {
  /** Number of seals of the checkpoint. */
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER })
  size: number;
  /** Lines of signatures, as a witness answers them, up to 2,000 characters. */
  @Text({ min: 1, max: MAX_COSIGNATURES })
  cosignatures: string;
}
