import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Parameters as they are stored, by name: in clear, or encrypted. */
export type StoredParameters = Record<string, string | { sealed: string }>;

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

  /**
   * What the provider needs to know, by name. Sensitive ones are encrypted, where there is a key.
   */
  @Column('jsonb')
  parameters: StoredParameters;

  /** Types of the events that it is told. */
  @Column('jsonb')
  events: string[];

  /** Ids of the projects whose events it is told; none, or `*` among them: all events. */
  @Column('jsonb', { default: [] })
  projects: string[];

  /**
   * Names of the environments whose events it is told, besides events of no environment; none, or
   * `*` among them: all events.
   */
  @Column('jsonb', { default: [] })
  environments: string[];
}
