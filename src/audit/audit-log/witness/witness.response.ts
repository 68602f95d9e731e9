import { ApiProperty } from '@nestjs/swagger';

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
