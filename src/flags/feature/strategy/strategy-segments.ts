import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import { BadDataError, NotFoundError } from '../../../platform/errors/general.errors.js';
import { lockFeatureEnvironment } from '../feature-lock.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { recordUpdate, shownStrategies } from './shown-strategies.js';
import { requireOutsidePlan } from './strategy-lock.js';
import { isStrategyId } from './strategy.dto.js';
import { PUT_SEGMENTS, FIND_FEATURE } from './strategy.sql.js';

/** Maximum segments of a strategy. */
export const MAX_SEGMENTS = 5;
/** The highest possible id of a segment. */
const HIGHEST_ID = 2_147_483_647;

interface Segment {
  id: number;
  name: string;
  project: string | null;
}

/** Manages the segments of strategies. */
@Injectable()
export class StrategySegments {
  /**
   * Sets the segments of a strategy by its id, and records changes.
   * @returns Whether the project has such a strategy in the environment.
   * @throws BadDataError, NotFoundError as {@link put}.
   * @throws ArchivedFeatureError when the feature is archived.
   * @throws InvalidOperationError when the strategy belongs to a release plan.
   */
  async set(
    strategyId: string,
    at: ProjectEnvironmentParams,
    ids: readonly number[],
    tx: Tx,
  ): Promise<boolean> {
    requireFew(ids);
    const featureName = isStrategyId(strategyId) ? await featureOf(strategyId, at, tx) : undefined;
    if (featureName === undefined) return false;
    const place = { projectId: at.projectId, featureName, environment: at.environment };
    await lockFeatureEnvironment(tx, place);
    const [before] = await shownStrategies(tx, featureName, at.environment, strategyId);
    if (!before) return false;
    requireOutsidePlan(before);
    await this.put(before.id, ids, at.projectId, tx);
    await recordUpdate(tx, place, before);
    return true;
  }

  /**
   * Sets the segments of a strategy whose feature environment is locked. Records no event; the
   * caller records the change of the strategy.
   * @throws BadDataError when there are more than five, or one belongs to another project.
   * @throws NotFoundError when a segment does not exist.
   */
  async put(strategyId: string, ids: readonly number[], projectId: string, tx: Tx): Promise<void> {
    requireFew(ids);
    await lockSegments(ids, projectId, tx);
    await tx.query(/* sql */ PUT_SEGMENTS, [strategyId, ids]);
  }
}

/** @throws BadDataError when there are too many. */
export function requireFew(ids: readonly number[]): void {
  if (ids.length > MAX_SEGMENTS)
    throw new BadDataError(
      `A strategy can have at most ${MAX_SEGMENTS} segments, not ${ids.length}.`,
    );
}

/**
 * Locks segments, and the projects they belong to, until the transaction ends.
 * @param projectId The project that uses them; null for what is used in all projects.
 * @throws BadDataError when one belongs to another project.
 * @throws NotFoundError when one does not exist.
 */
export async function lockSegments(
  ids: readonly number[],
  projectId: string | null,
  tx: Tx,
): Promise<void> {
  if (ids.length === 0) return;
  const possible = ids.filter((id) => id > 0 && id <= HIGHEST_ID);
  const { segments } = await tx.lock({ segments: { share: possible } });
  const found = new Map(segments.map((segment) => [segment.id, segment]));
  const isSeen = ({ project }: Segment): boolean => project === null || tx.sees(project);
  const missing = ids.find((id) => !found.has(id) || !isSeen(found.get(id)!));
  if (missing !== undefined) throw new NotFoundError(`There is no segment with the id ${missing}.`);
  for (const { id, name, project } of found.values()) {
    if (project !== null && project !== projectId)
      throw new BadDataError(
        `The segment "${name}" with the id ${id} belongs to ` +
          (projectId === null
            ? 'a project, so only strategies there can use it.'
            : 'another project.'),
      );
  }
}

async function featureOf(
  strategyId: string,
  { projectId, environment }: ProjectEnvironmentParams,
  tx: Tx,
): Promise<string | undefined> {
  const [found] = await tx.query(/* sql */ FIND_FEATURE, [strategyId, environment, projectId]);
  return found?.featureName;
}
