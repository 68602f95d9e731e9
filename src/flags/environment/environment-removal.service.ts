import { Injectable } from '@nestjs/common';
import { namesFor } from '../../core/auth/permissions/hidden.js';
import { revokeTokensOfEnvironment } from '../../access/api-token/token-writer.js';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { MinimumOneEnvironmentError } from '../project/project-lock.js';
import { Environment } from './environment.entity.js';
import { lockUnprotected } from './environment.service.js';
import {
  DELETE_USAGE,
  KEEP_REMOVED,
  LOCK_PROJECTS,
  LOCK_FEATURES,
  LOCK_FEATURE_ENVIRONMENTS,
  PROJECTS_WITHOUT_OTHERS,
} from './environment.sql.js';

/** Deletes environments. */
@Injectable()
export class EnvironmentRemovalService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes an environment with its strategies, variants and API tokens.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError when it is protected.
   * @throws MinimumOneEnvironmentError when it is the only one of a project.
   */
  async remove(name: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await lockUnprotected(tx, name);
      // From now on, no project can add the environment.
      if (!tx.onlyChecks) await lockProjects(tx, name);
      await requireOthers(tx, name);
      const event = { type: 'environment-deleted', environment: name, preData } as const;
      if (tx.onlyChecks) return tx.record(event);
      await lockPlaces(tx, name);
      await revokeTokensOfEnvironment(name, tx);
      await tx.query(DELETE_USAGE, [name]);
      await tx.record(event);
      for (const keep of KEEP_REMOVED) await tx.query(keep, [name]);
      await tx.repo(Environment).delete({ name });
    });
  }
}

/**
 * Locks the projects with this environment, in order, so that concurrent deletions cannot deadlock.
 */
async function lockProjects(tx: Tx, environment: string): Promise<void> {
  await tx.query(LOCK_PROJECTS, [environment]);
}

/**
 * Waits for transactions that change features in the environment. It must happen before the
 * environment is deleted: these transactions reference the environment, and change the same counts
 * of features, so they would otherwise deadlock with the deletion.
 */
async function lockPlaces(tx: Tx, environment: string): Promise<void> {
  await tx.query(LOCK_FEATURES, [environment]);
  await tx.query(LOCK_FEATURE_ENVIRONMENTS, [environment]);
}

async function requireOthers(tx: Tx, environment: string): Promise<void> {
  const left = await tx.query(/* sql */ PROJECTS_WITHOUT_OTHERS, [environment]);
  if (left.length === 0) return;
  const names = namesFor(
    tx.actor,
    left.map(({ project }) => ({ name: project, project })),
  ).join(', ');
  throw new MinimumOneEnvironmentError(
    `"${environment}" is the only environment of some projects. Add another one to them ` +
      `first: ${names}.`,
  );
}
