import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a project's feature names must look. */
export interface FeatureNaming {
  pattern: string | null;
  example?: string | null;
  description?: string | null;
}

/**
 * A link that every feature of a project has; `{{project}}` and `{{feature}}` stand for their
 * names.
 */
export interface LinkTemplate {
  title?: string | null;
  urlTemplate: string;
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

  @Column('jsonb', { default: [] })
  linkTemplates: LinkTemplate[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  archivedAt: Date | null;

  /** Before what in a production environment a session must confirm who it is. */
  @Column('text', { default: 'never' })
  confirmInProduction: 'never' | 'on' | 'always';
}
