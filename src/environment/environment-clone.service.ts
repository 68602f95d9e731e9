import { Injectable } from '@nestjs/common';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { NotFoundError } from '../errors/general.errors.js';
import { COPY_FEATURES_IN_ENVIRONMENT } from '../feature/clone/environment-copy.sql.js';
import { COPY_PLACES_OF_PROJECTS } from '../project/environment-copy.sql.js';
import { keepFeatures } from '../project/project-lock.js';
import type { CloneEnvironmentDto } from './environment.dto.js';
import { noEnvironmentNamed } from './environment.read-model.js';
import type { EnvironmentResponse } from './environment.response.js';
import { insertEnvironment } from './environment.service.js';

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
      for (const copy of [COPY_PLACES_OF_PROJECTS, ...COPY_FEATURES_IN_ENVIRONMENT])
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
