import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ConstraintDto } from '../feature/strategy/constraint.dto.js';

/**
 * Constraints that strategies share: people, or whatever asks for features, by what they have in
 * common.
 */
@Entity('segment')
export class Segment {
  @PrimaryGeneratedColumn('identity')
  id: number;

  /** Unique over all projects. */
  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** The only project whose strategies may use it; null: those of all projects. */
  @Column('text', { nullable: true })
  project: string | null;

  @Column('jsonb', { default: [] })
  constraints: ConstraintDto[];

  /** Name of the one who created it, as events have it. */
  @Column('text', { nullable: true })
  createdBy: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
