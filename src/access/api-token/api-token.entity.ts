import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TokenType } from '../../platform/config/config.js';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError, ConflictError } from '../../platform/errors/general.errors.js';

/**
 * An API token. Only the SHA-256 of its secret is stored, because the secret is random and too long
 * to guess from its hash.
 */
@Entity('api_token')
export class ApiToken {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @Column('text')
  name: string;

  @Column('text')
  type: TokenType;

  /** null for admin tokens, which are valid in all environments. */
  @Column('text', { nullable: true })
  environment: string | null;

  @Column('boolean')
  allProjects: boolean;

  @Column('text', { nullable: true })
  alias: string | null;

  @Column('integer', { nullable: true })
  createdByUserId: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** IP addresses and ranges from which it can be used; null for all. */
  @Column('text', { array: true, nullable: true })
  allowedAddresses: string[] | null;

  @Column('timestamptz', { nullable: true })
  seenAt: Date | null;

  /** The encrypted secret, for the token that created this one with it; null for none. */
  @Column('text', { nullable: true, select: false })
  sealedSecret: string | null;

  /** Kind and id of the token that may read the secret; null for none. */
  @Column('text', { nullable: true, select: false })
  sealedFor: string | null;
}

/** Maps the constraints of this table to the errors that callers see. */
export const API_TOKEN_CONSTRAINTS: ConstraintErrors = {
  api_token_environment_fkey: (name) => new BadDataError(`There is no environment "${name}".`),
  api_token_project_project_fkey: (id) => new BadDataError(`There is no project "${id}".`),
  api_token_secret_key: () => new ConflictError('A token with this secret already exists.'),
};
