import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Something outside that is told of events. */
@Entity('addon')
export class Addon {
  @PrimaryGeneratedColumn('identity')
  id: number;

  /** What kind it is: `webhook`. */
  @Column('text')
  provider: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean')
  enabled: boolean;

  /** What the provider needs to know, by name. Secrets stand here in clear, because they have to be sent. */
  @Column('jsonb')
  parameters: Record<string, string>;

  /** Types of the events that it is told. */
  @Column('jsonb')
  events: string[];

  /** Ids of the projects whose events it is told; none, or `*` among them: all events. */
  @Column('jsonb', { default: [] })
  projects: string[];

  /** Names of the environments whose events it is told, besides events of no environment; none, or `*` among them: all events. */
  @Column('jsonb', { default: [] })
  environments: string[];
}
