import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';

/** An environment, such as production. */
@Entity('environment')
export class Environment {
  @PrimaryColumn('text')
  name: string;

  /** Type; the statistics count changes in environments of type `production`. */
  @Column('text')
  type: string;

  @Column('integer')
  sortOrder: number;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('boolean', { default: false })
  protected: boolean;

  @Column('integer', { nullable: true })
  requiredApprovals: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

/** Maps the constraints of this table to the errors that callers see. */
export const ENVIRONMENT_CONSTRAINTS: ConstraintErrors = {
  environment_pkey: (name) =>
    new NameExistsError(`An environment with the name "${name}" already exists.`),
};
