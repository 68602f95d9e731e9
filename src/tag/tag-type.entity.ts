import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A kind of tag. */
@Entity('tag_type')
export class TagType {
  @PrimaryColumn('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  icon: string | null;

  /** Like `#1f2e3d`. */
  @Column('text', { nullable: true })
  color: string | null;
}
