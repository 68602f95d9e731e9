import type { Tx } from '../event/tx.js';
import { NotFoundError } from '../http/errors.js';
import { archived, noEnvironment, notFound } from './feature.read-model.js';
import type { FeatureEnvironmentParams, FeatureParams } from './feature.params.js';

/** What is known of a feature environment that is locked. */
export interface LockedFeatureEnvironment {
  enabled: boolean;
  strategyCount: number;
  activeStrategyCount: number;
}

/**
 * Locks a live feature, so that it is neither archived nor changed by another until the transaction ends.
 * `share`: others may hold it too, and only archiving and the like have to wait.
 * @throws NotFoundError when the project has no such feature. @throws ArchivedFeatureError when it is archived.
 */
export async function lockFeature(tx: Tx, { projectId, featureName }: FeatureParams, mode: 'share' | 'update' = 'share'): Promise<void> {
  const lock = mode === 'share' ? 'FOR SHARE' : 'FOR NO KEY UPDATE'; // which leaves alone those who only refer to the feature
  const sql = `SELECT archived_at IS NOT NULL AS archived FROM feature WHERE project = $1 AND name = $2 ${lock}`;
  const [found] = await tx.query<{ archived: boolean }>(sql, [projectId, featureName]);
  if (!found) throw await whatIsMissing(tx, { projectId, featureName });
  if (found.archived) throw archived(featureName);
}

/** What is known of a feature that is locked. */
export interface LockedFeature {
  name: string;
  archived: boolean;
}

/**
 * Locks those of some features that the project has, archived ones included; names that it lacks are passed over. Always in the order of the names, so that
 * batches that overlap wait for each other instead of blocking each other.
 * @throws NotFoundError when there is no such project.
 */
export async function lockFeatures(tx: Tx, projectId: string, names: readonly string[]): Promise<LockedFeature[]> {
  const found = await tx.query<LockedFeature>(
    /* sql */ `
    SELECT name, archived_at IS NOT NULL AS archived FROM feature WHERE project = $1 AND name = ANY($2)
     ORDER BY name COLLATE "C" FOR NO KEY UPDATE`,
    [projectId, names],
  );
  if (found.length === 0) await requireProject(tx, projectId);
  return found;
}

/**
 * Locks a feature in one environment: whoever changes its strategies, variants or state there comes one after another.
 * @throws NotFoundError when the project lacks the feature or the environment. @throws ArchivedFeatureError when the feature is archived.
 */
export async function lockFeatureEnvironment(tx: Tx, at: FeatureEnvironmentParams): Promise<LockedFeatureEnvironment> {
  await lockFeature(tx, at);
  const [found] = await tx.query<LockedFeatureEnvironment>(
    /* sql */ `
    SELECT fe.enabled, fe.strategy_count AS "strategyCount", fe.active_strategy_count AS "activeStrategyCount"
      FROM feature_environment fe JOIN project_environment pe ON pe.project = $1 AND pe.environment = fe.environment
     WHERE fe.feature_name = $2 AND fe.environment = $3 FOR UPDATE OF fe`,
    [at.projectId, at.featureName, at.environment],
  );
  if (!found) throw noEnvironment(at);
  return found;
}

async function whatIsMissing(tx: Tx, at: FeatureParams): Promise<NotFoundError> {
  await requireProject(tx, at.projectId);
  return notFound(at);
}

async function requireProject(tx: Tx, projectId: string): Promise<void> {
  const [project] = await tx.query('SELECT FROM project WHERE id = $1', [projectId]);
  if (!project) throw new NotFoundError(`There is no project "${projectId}".`);
}
