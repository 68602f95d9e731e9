import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { VariantDto } from './variant.dto.js';

/**
 * The state of a feature in one environment. There is a row for each environment of the feature's
 * project.
 */
@Entity('feature_environment')
export class FeatureEnvironment {
  @PrimaryColumn('text')
  featureName: string;

  @PrimaryColumn('text')
  environment: string;

  @Column('boolean', { default: false })
  enabled: boolean;

  @Column('jsonb', { default: [] })
  variants: VariantDto[];

  /** How many strategies there are, disabled ones included. PostgreSQL keeps it. */
  @Column({ type: 'integer', insert: false, update: false })
  strategyCount: number;

  /** How many strategies are not disabled. PostgreSQL keeps it. */
  @Column({ type: 'integer', insert: false, update: false })
  activeStrategyCount: number;
}
