import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StrategyParameterDto } from './strategy-definition.dto.js';

/** A kind of activation strategy: what SDKs know by this name, and which parameters it takes. */
@Entity('strategy_definition')
export class StrategyDefinition {
  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  title: string | null;

  /** What people see instead of the name; only built-in ones have it. */
  @Column('text', { nullable: true })
  displayName: string | null;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('jsonb', { default: [] })
  parameters: StrategyParameterDto[];

  /** Whether every SDK has it, so that it is neither changed nor deleted here. */
  @Column('boolean', { default: false })
  builtIn: boolean;

  @Column('boolean', { default: false })
  deprecated: boolean;

  @Column('integer', { default: 9999 })
  sortOrder: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
