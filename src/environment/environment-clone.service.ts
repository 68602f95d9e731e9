import { Injectable } from '@nestjs/common';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { NotFoundError } from '../errors/general.errors.js';
import { keepFeatures } from '../project/project-lock.js';
import type { CloneEnvironmentDto } from './environment.dto.js';
import { noEnvironmentNamed } from './environment.read-model.js';
import type { EnvironmentResponse } from './environment.response.js';
import { insertEnvironment } from './environment.service.js';

// $1 the source, $2 the clone, $3 the projects. Where a project lacks the source there is nothing
// to copy, though strategies may have stayed from the time when it had it.

const PROJECTS = /* sql */ `
  INSERT INTO project_environment (project, environment, default_strategy)
  SELECT p.id, $2, (SELECT pe.default_strategy FROM project_environment pe WHERE pe.project = p.id AND pe.environment = $1) FROM unnest($3::text[]) AS p(id)`;

const DEFAULT_STRATEGY_SEGMENTS = /* sql */ `
  INSERT INTO default_strategy_segment (project, environment, segment_id)
  SELECT d.project, $2, d.segment_id FROM default_strategy_segment d WHERE d.environment = $1 AND d.project = ANY ($3::text[])`;

const FEATURES = /* sql */ `
  INSERT INTO feature_environment (feature_name, environment, enabled, variants)
  SELECT f.name, $2, COALESCE(fe.enabled, false), COALESCE(fe.variants, '[]')
    FROM feature f
    LEFT JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
    LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = pe.environment
   WHERE f.project = ANY ($3::text[])`;

const STRATEGIES = /* sql */ `
  WITH original AS MATERIALIZED (
    SELECT fs.*, gen_random_uuid() AS copy_id
      FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name AND f.project = ANY ($3::text[])
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
     WHERE fs.environment = $1
  ), copy AS (
    INSERT INTO feature_strategy (id, feature_name, environment, name, title, disabled, sort_order, parameters, constraints, variants)
    SELECT copy_id, feature_name, $2, name, title, disabled, sort_order, parameters, constraints, variants FROM original
  )
  INSERT INTO feature_strategy_segment (strategy_id, segment_id)
  SELECT o.copy_id, ss.segment_id FROM original o JOIN feature_strategy_segment ss ON ss.strategy_id = o.id`;

/** Makes environments that are like others. */
@Injectable()
export class EnvironmentCloneService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Creates an environment in which the features of the chosen projects stand as they do in the
   * source: on or off, with their strategies and variants. Audited as one new environment that
   * projects get, not as one change of each feature.
   * @throws NotFoundError when there is no such source or project. @throws NameExistsError
   */
  async clone(
    source: string,
    dto: CloneEnvironmentDto,
    actor: Actor,
  ): Promise<EnvironmentResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const { environments } = await tx.lock({ environments: { share: [source] } });
      const projects = await lockProjects(tx, source, dto.projects);
      if (environments.length === 0) throw noEnvironmentNamed(source);
      const environment = await insertEnvironment(tx, {
        name: dto.name,
        type: dto.type,
        enabled: true,
      });
      await keepFeatures(tx, projects);
      const values = [source, dto.name, projects];
      for (const copy of [PROJECTS, DEFAULT_STRATEGY_SEGMENTS, FEATURES, STRATEGIES])
        await tx.query(copy, values);
      await tx.record({
        type: 'environment-created',
        environment: dto.name,
        data: { ...environment, clonedFrom: source },
      });
      await tx.recordAll(
        projects.map((project) => ({
          type: 'project-environment-added' as const,
          project,
          environment: dto.name,
        })),
      );
      return environment;
    });
  }
}

/**
 * Locks the live projects that get the clone, of those that the actor may know of, so that none
 * gets a feature meanwhile which would miss it.
 */
async function lockProjects(
  tx: Tx,
  source: string,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    /* sql */ `
    SELECT id FROM project
     WHERE archived_at IS NULL
       AND CASE WHEN $2::text[] IS NULL THEN id IN (SELECT project FROM project_environment WHERE environment = $1) ELSE id = ANY ($2) END
       AND id <> ALL ($3::text[])
     ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
    [source, wanted ?? null, tx.actor.hiddenProjects ?? []],
  );
  const found = rows.map((row) => row.id);
  const present = new Set(found);
  const missing = wanted?.filter((id) => !present.has(id)) ?? [];
  if (missing.length > 0)
    throw new NotFoundError(`There are no live projects with these ids: ${missing.join(', ')}.`);
  return found;
}
