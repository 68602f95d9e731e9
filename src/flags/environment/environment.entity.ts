import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An environment, such as production. */
@Entity('environment')
export class Environment {
  @PrimaryColumn('text')
  name: string;

  /** Type; the statistics count changes in environments of type `production`. */
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
