import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A kind of feature, and how long features of that kind are expected to live. */
@Entity('feature_type')
export class FeatureType {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  /** Days after which a feature of this type counts as potentially stale; null when never. */
  @Column('integer', { nullable: true })
  lifetimeDays: number | null;

  /** Position in lists, the same whatever changes. */
  @Column('integer')
  sortOrder: number;
}
