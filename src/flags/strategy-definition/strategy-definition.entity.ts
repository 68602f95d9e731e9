import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';
import type { StrategyParameterDto } from './strategy-definition.dto.js';

/** A strategy definition: a kind of strategy that SDKs know by name, with its parameters. */
@Entity('strategy_definition')
export class StrategyDefinition {
  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  title: string | null;

  /** Display name of built-in definitions; null for others. */
  @Column('text', { nullable: true })
  displayName: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('jsonb', { default: [] })
  parameters: StrategyParameterDto[];

  /** Whether it is built into all SDKs, and can therefore not be changed or deleted. */
  @Column('boolean', { default: false })
  builtIn: boolean;

  @Column('boolean', { default: false })
  deprecated: boolean;

  @Column('integer', { default: 9999 })
  sortOrder: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

/** Maps the constraints of this table to the errors that callers see. */
export const STRATEGY_DEFINITION_CONSTRAINTS: ConstraintErrors = {
  strategy_definition_pkey: (name) =>
    new NameExistsError(`A strategy with the name "${name}" already exists.`),
};
