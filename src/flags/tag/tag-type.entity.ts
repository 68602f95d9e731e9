import { Column, Entity, PrimaryColumn } from 'typeorm';

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
