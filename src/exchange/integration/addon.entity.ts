import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Stored parameters by name, unencrypted or encrypted. */
export type StoredParameters = Record<string, string | { sealed: string }>;

/** A configured integration that receives events. */
@Entity('addon')
export class Addon {
  @PrimaryGeneratedColumn('identity')
  id: number;

  /** Provider, such as `webhook`. */
  @Column('text')
  provider: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean')
  enabled: boolean;

  /** Parameters by name. Sensitive ones are encrypted if there is a key. */
  @Column('jsonb')
  parameters: StoredParameters;

  /** Event types to deliver. */
  @Column('jsonb')
  events: string[];

  /** Ids of projects whose events are delivered; empty or `*` for all. */
  @Column('jsonb', { default: [] })
  projects: string[];

  /**
   * Names of environments whose events are delivered, in addition to events without environment;
   * empty or `*` for all.
   */
  @Column('jsonb', { default: [] })
  environments: string[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
