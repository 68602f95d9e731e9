import { Entity, PrimaryColumn } from 'typeorm';

/** A label that features can carry. */
@Entity('tag')
export class Tag {
  @PrimaryColumn('text')
  type: string;

  @PrimaryColumn('text')
  value: string;
}
