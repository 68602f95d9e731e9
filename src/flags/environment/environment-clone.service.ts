import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/event/actor.js';
import { Namesakes } from '../../core/event/namesakes.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { COPY_FEATURES_IN_ENVIRONMENT } from '../feature/clone/clone.sql.js';
import { COPY_PLACES_OF_PROJECTS } from '../project/project.sql.js';
import { keepFeatures } from '../project/project-lock.js';
import type { CloneEnvironmentDto, EnvironmentResponse } from './environment.dto.js';
import { noEnvironmentNamed } from './environment.read-model.js';
import { insertEnvironment } from './environment.service.js';
import { LOCK_CLONE_PROJECTS } from './environment.sql.js';

/** Clones environments. */
@Injectable()
export class EnvironmentCloneService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly namesakes: Namesakes,
  ) {}

  /**
   * Creates an environment in which features of the chosen projects have the same state, strategies
   * and variants as in the source. Recorded as a new environment of each project, not as changes of
   * features.
   * @throws NotFoundError when the source or a project does not exist.
   * @throws NameExistsError when the name is taken.
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
      await copyContents(tx, source, dto.name, projects);
      await this.namesakes.withdraw({ kind: 'environments', name: dto.name }, tx);
      await recordClone(tx, source, environment, projects);
      return environment;
    });
  }
}

/**
 * Locks the visible live projects that get the clone, so that no feature is created meanwhile
 * without a row for it.
 */
async function lockProjects(
  tx: Tx,
  source: string,
  wanted: readonly string[] | undefined,
): Promise<string[]> {
  const rows = await tx.query(LOCK_CLONE_PROJECTS, [
    source,
    wanted ?? null,
    tx.actor.hiddenProjects ?? [],
  ]);
  const found = rows.map((row) => row.id);
  const present = new Set(found);
  const missing = wanted?.filter((id) => !present.has(id)) ?? [];
  if (missing.length > 0)
    throw new NotFoundError(`There are no live projects with these ids: ${missing.join(', ')}.`);
  return found;
}

/** Copies the settings, features and strategies that projects have in the source. */
async function copyContents(
  tx: Tx,
  source: string,
  clone: string,
  projects: readonly string[],
): Promise<void> {
  for (const copy of [COPY_PLACES_OF_PROJECTS, ...COPY_FEATURES_IN_ENVIRONMENT])
    await tx.query(copy, [source, clone, projects]);
}

async function recordClone(
  tx: Tx,
  source: string,
  environment: EnvironmentResponse,
  projects: readonly string[],
): Promise<void> {
  await tx.record({
    type: 'environment-created',
    environment: environment.name,
    data: { ...environment, clonedFrom: source },
  });
  await tx.recordAll(
    projects.map((project) => ({
      type: 'project-environment-added' as const,
      project,
      environment: environment.name,
    })),
  );
}
