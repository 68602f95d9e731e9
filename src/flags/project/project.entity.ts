import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Naming rule for the features of a project. */
export interface FeatureNaming {
  pattern: string | null;
  example?: string | null;
  description?: string | null;
}

/** A link for every feature of a project; `{{project}}` and `{{feature}}` are replaced. */
interface LinkTemplate {
  title?: string | null;
  urlTemplate: string;
}

/** A project: a set of features with its own environments and members. */
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

  /** The changes in production for which a session needs a confirmation. */
  @Column('text', { default: 'never' })
  confirmInProduction: 'never' | 'on' | 'always';

  /** What happens when a feature that is in use is turned off or archived. */
  @Column('text', { default: 'none' })
  guard: 'none' | 'warn' | 'block';

  /** IP addresses and ranges from which it can be reached; null for all. */
  @Column('text', { array: true, nullable: true })
  allowedAddresses: string[] | null;
}

/** An environment of a project, with the default strategy there. */
@Entity('project_environment')
export class ProjectEnvironment {
  @PrimaryColumn('text')
  project: string;

  @PrimaryColumn('text')
  environment: string;

  /**
   * The strategy added when a feature without active strategies is turned on; a rollout to
   * everybody when null.
   */
  @Column('jsonb', { nullable: true })
  defaultStrategy: Record<string, unknown> | null;

  /** How many approvals changes require; null for none. */
  @Column('integer', { nullable: true })
  requiredApprovals: number | null;
}
