import { Column, Entity, PrimaryColumn } from 'typeorm';

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
