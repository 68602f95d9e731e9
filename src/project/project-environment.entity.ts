import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * That a project's features can be switched in an environment, and by which strategy they start
 * there.
 */
@Entity('project_environment')
export class ProjectEnvironment {
  @PrimaryColumn('text')
  project: string;

  @PrimaryColumn('text')
  environment: string;

  /**
   * Added when a feature without active strategies is turned on here; a gradual rollout to
   * everybody when null.
   */
  @Column('jsonb', { nullable: true })
  defaultStrategy: Record<string, unknown> | null;
}
