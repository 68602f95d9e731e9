import { Column, Entity, PrimaryColumn } from 'typeorm';

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
