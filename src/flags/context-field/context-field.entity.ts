import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { LegalValueDto } from './context-field.dto.js';

/** Fields that SDKs provide themselves. They always exist. */
export const BUILT_IN_FIELDS: readonly string[] = [
  'environment',
  'userId',
  'appName',
  'currentTime',
  'sessionId',
];

/** A context field: a property of the evaluation context that constraints compare. */
@Entity('context_field')
export class ContextField {
  @PrimaryColumn('text')
  name: string;

  /** Null when none was given. */
  @Column('text', { nullable: true })
  description: string | null;

  /** Whether it can be used for stickiness. */
  @Column('boolean', { default: false })
  stickiness: boolean;

  /** Position in user interfaces; lists of the API are sorted by name. */
  @Column('integer', { default: 10 })
  sortOrder: number;

  /** The only values that constraints may use; any when empty. */
  @Column('jsonb', { default: [] })
  legalValues: LegalValueDto[];

  /** The project whose features alone can use it; null for all. */
  @Column('text', { nullable: true })
  project: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

/** Maps the constraints of this table to the errors that callers see. */
export const CONTEXT_FIELD_CONSTRAINTS: ConstraintErrors = {
  context_field_pkey: (name) =>
    new NameExistsError(`A context field with the name "${name}" already exists.`),
  context_field_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
