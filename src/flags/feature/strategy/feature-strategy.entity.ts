import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { FeatureEnvironment } from '../feature.entity.js';
import type { ConstraintDto } from './strategy.dto.js';
import type { StrategyVariantDto } from '../variant/variant.dto.js';

/** An activation strategy of a feature in one environment. */
@Entity('feature_strategy')
export class FeatureStrategy {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('text')
  featureName: string;

  @Column('text')
  environment: string;

  /** Name of its strategy definition. */
  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('boolean', { default: false })
  disabled: boolean;

  @Column('integer', { default: 0 })
  sortOrder: number;

  @Column('jsonb', { default: {} })
  parameters: Record<string, string>;

  @Column('jsonb', { default: [] })
  constraints: ConstraintDto[];

  @Column('jsonb', { default: [] })
  variants: StrategyVariantDto[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** Id of the milestone of a release plan to which it belongs; null for all others. */
  @Column('uuid', { nullable: true })
  milestoneId: string | null;

  @ManyToOne(() => FeatureEnvironment)
  @JoinColumn([
    { name: 'feature_name', referencedColumnName: 'featureName' },
    { name: 'environment', referencedColumnName: 'environment' },
  ])
  place: FeatureEnvironment;
}
