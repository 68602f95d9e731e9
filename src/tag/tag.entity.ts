import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A label that features can carry. */
@Entity('tag')
export class Tag {
  @PrimaryColumn('text')
  type: string;

  @PrimaryColumn('text')
  value: string;

  /**
   * Id of the project for whose feature it was made, which may be gone; null for a tag that was
   * made for all.
   */
  @Column('text', { nullable: true })
  project: string | null;
}
