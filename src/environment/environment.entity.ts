import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A place where applications run, such as production. */
@Entity('environment')
export class Environment {
  @PrimaryColumn('text')
  name: string;

  /** What kind of place; changes in those of type `production` are counted by the statistics. */
  @Column('text')
  type: string;

  @Column('integer')
  sortOrder: number;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('boolean', { default: false })
  protected: boolean;

  @Column('integer', { nullable: true })
  requiredApprovals: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
