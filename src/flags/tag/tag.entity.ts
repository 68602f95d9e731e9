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
