import { ApiProperty } from '@nestjs/swagger';
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

const integer = { type: 'integer', minimum: 0 } as const;

/** Somebody who cosigns checkpoints of the audit log, and the last one that was cosigned. */
export class AuditWitnessResponse {
  /** Id of the witness. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Its unique name. */
  name: string;
  /** Its name and key, for `verify --witness`. */
  verifierKey: string;
  /** When it was registered. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** The number of seals that it has witnessed. */
  @ApiProperty(integer)
  size: number;
  /** When it last cosigned, by its own clock; null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  cosignedAt: string | null;
  /** The number of seals that it has not witnessed yet. */
  @ApiProperty(integer)
  missing: number;
  /** When the first seal was made that it has not witnessed; null when there is none. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  missingSince: string | null;
  /** The last checkpoint with its cosignature, as a signed note; null if there is none. */
  @ApiProperty({ type: String, nullable: true })
  cosigned: string | null;
}

/** The witnesses of the audit log. */
export class AuditWitnessesResponse {
  /** The witnesses in the order in which they were registered, at most 20. */
  witnesses: AuditWitnessResponse[];
}
