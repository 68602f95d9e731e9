import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A feature type with the expected lifetime of its features. */
@Entity('feature_type')
export class FeatureType {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  /** Days after which a feature of this type is potentially stale; null for never. */
  @Column('integer', { nullable: true })
  lifetimeDays: number | null;

  /** Fixed position in lists. */
  @Column('integer')
  sortOrder: number;
}
