import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError, NameExistsError } from '../../platform/errors/general.errors.js';

/** A tag, which features can carry. */
@Entity('tag')
export class Tag {
  @PrimaryColumn('text')
  type: string;

  @PrimaryColumn('text')
  value: string;

  /**
   * Id of the private project for which it was created, which may be deleted; null for a global
   * tag.
   */
  @Column('text', { nullable: true })
  project: string | null;
}

/** A tag that a feature carries. */
@Entity('feature_tag')
export class FeatureTag {
  @PrimaryColumn('text')
  featureName: string;

  @PrimaryColumn('text')
  type: string;

  @PrimaryColumn('text')
  value: string;

  @ManyToOne(() => Tag)
  @JoinColumn([
    { name: 'type', referencedColumnName: 'type' },
    { name: 'value', referencedColumnName: 'value' },
  ])
  tag: Tag;

  /** By its name, because features come after tags. */
  @ManyToOne('Feature')
  @JoinColumn({ name: 'feature_name' })
  feature: { name: string };
}

/** A tag type. */
@Entity('tag_type')
export class TagType {
  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  icon: string | null;

  /** Such as `#1f2e3d`. */
  @Column('text', { nullable: true })
  color: string | null;
}

/** Maps the constraints of this table to the errors that callers see. */
export const TAG_CONSTRAINTS: ConstraintErrors = {
  tag_pkey: (tag) => new NameExistsError(`The tag "${tag}" already exists.`),
  tag_type_pkey: (name) =>
    new NameExistsError(`A tag type with the name "${name}" already exists.`),
  tag_type_fkey: (type) => new BadDataError(`There is no tag type "${type}".`),
  tag_value_length: () => new BadDataError('The value of a tag must have 2 to 50 characters.'),
};
