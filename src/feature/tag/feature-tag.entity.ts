import { Entity, PrimaryColumn } from 'typeorm';

/** That a feature carries a tag. */
@Entity('feature_tag')
export class FeatureTag {
  @PrimaryColumn('text')
  featureName: string;

  @PrimaryColumn('text')
  type: string;

  @PrimaryColumn('text')
  value: string;
}
