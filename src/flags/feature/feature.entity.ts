import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { FeatureLinkPayload } from '../../core/event/feature-events.js';
import type { VariantDto } from './variant/variant.dto.js';

/** A feature flag. Its name is unique across all projects, including archived features. */
@Entity('feature')
export class Feature {
  @PrimaryColumn('text')
  name: string;

  @Column('text')
  project: string;

  @Column('text', { default: 'release' })
  type: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean', { default: false })
  stale: boolean;

  @Column('boolean', { default: false })
  impressionData: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('integer')
  createdByUserId: number;

  /** null while the feature is live. */
  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  /** Links to pages elsewhere, ordered by id. */
  @Column('jsonb', { default: [] })
  links: FeatureLinkPayload[];

  /** When the feature was found to exceed the lifetime of its type; null until then. */
  @Column('timestamptz', { nullable: true })
  outlivedNotedAt: Date | null;
}

/** A feature in one environment: the row that `/on` and `/off` switch. */
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

  @ManyToOne(() => Feature)
  @JoinColumn({ name: 'feature_name' })
  feature: Feature;

  /** By its name, because environments come after features: cloning one copies them. */
  @ManyToOne('Environment')
  @JoinColumn({ name: 'environment' })
  inEnvironment: { name: string };
}
