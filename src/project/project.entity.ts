import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a project's feature names must look. */
export interface FeatureNaming {
  pattern: string | null;
  example?: string | null;
  description?: string | null;
}

/** A group of features that belong together. */
@Entity('project')
export class Project {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { default: 'open' })
  mode: 'open' | 'protected' | 'private';

  @Column('text', { default: 'default' })
  defaultStickiness: string;

  @Column('integer', { nullable: true })
  featureLimit: number | null;

  @Column('jsonb', { nullable: true })
  featureNaming: FeatureNaming | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;
}
