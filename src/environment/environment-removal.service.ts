import { Injectable } from '@nestjs/common';
import { namesFor } from '../auth/permissions/hidden.js';
import { revokeTokensOfEnvironment } from '../api-token/token-removal.js';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { removeUsageOf } from '../metrics/usage/usage-removal.js';
import { MinimumOneEnvironmentError } from '../project/project.errors.js';
import { Environment } from './environment.entity.js';
import { lockUnprotected } from './environment.service.js';

/** Deletes environments. */
@Injectable()
export class EnvironmentRemovalService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes an environment with all that is in it: strategies, variants, and the API tokens that
   * are for it.
   * @throws NotFoundError @throws InvalidOperationError when it is protected. @throws
   * MinimumOneEnvironmentError when a project has no other.
   */
  async remove(name: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await lockUnprotected(tx, name);
      // From here on no project can get the environment.
      await lockProjects(tx, name);
      await requireOthers(tx, name);
      await lockPlaces(tx, name);
      await revokeTokensOfEnvironment(name, tx);
      await removeUsageOf(name, tx);
      await tx.record({ type: 'environment-deleted', environment: name, preData });
      await tx.repo(Environment).delete({ name });
    });
  }
}

/**
 * Keeps the environments of those projects that have this one as they are. In order, so that two
 * deletions wait for each other instead of blocking each other.
 */
async function lockProjects(tx: Tx, environment: string): Promise<void> {
  const sql =
    'SELECT FROM project WHERE id IN (SELECT project FROM project_environment WHERE environment = $1) ORDER BY id FOR NO KEY UPDATE /* locks projects */';
  await tx.query(sql, [environment]);
}

/**
 * Waits for those who change features in the environment. The environment itself must not be
 * deleted before: what they write refers to it, and so they would wait for this deletion while it
 * waits for them.
 */
async function lockPlaces(tx: Tx, environment: string): Promise<void> {
  await tx.query(
    'SELECT FROM feature_environment WHERE environment = $1 ORDER BY feature_name COLLATE "C" FOR UPDATE /* locks featureEnvironments */',
    [environment],
  );
}

async function requireOthers(tx: Tx, environment: string): Promise<void> {
  const left = await tx.query<{ project: string }>(
    /* sql */ `
    SELECT pe.project FROM project_environment pe
     WHERE pe.environment = $1 AND NOT EXISTS (SELECT FROM project_environment o WHERE o.project = pe.project AND o.environment <> $1)
     ORDER BY 1`,
    [environment],
  );
  if (left.length === 0) return;
  const names = namesFor(
    tx.actor,
    left.map(({ project }) => ({ name: project, project })),
  ).join(', ');
  throw new MinimumOneEnvironmentError(
    `"${environment}" is the only environment of some projects. Give them another one first: ${names}.`,
  );
}
