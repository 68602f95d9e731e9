import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FeatureLinkPayload } from '../../core/event/event-payloads.js';

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
