import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { ConstraintDto } from '../feature/strategy/strategy.dto.js';

/** A segment: constraints shared by strategies. */
@Entity('segment')
export class Segment {
  @PrimaryGeneratedColumn('identity')
  id: number;

  /** Unique across all projects. */
  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** The only project whose strategies may use it; null for all. */
  @Column('text', { nullable: true })
  project: string | null;

  @Column('jsonb', { default: [] })
  constraints: ConstraintDto[];

  /** Name of its creator, as in events. */
  @Column('text', { nullable: true })
  createdBy: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

/** Maps the constraints of this table to the errors that callers see. */
export const SEGMENT_CONSTRAINTS: ConstraintErrors = {
  segment_name_key: (name) =>
    new NameExistsError(`A segment with the name "${name}" already exists.`),
  segment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
