import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import { keepRemovedOfFeatures } from '../../../core/event/removed-parts.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { groupedBy } from '../../../platform/database/grouped.js';
import { InvalidOperationError, NotFoundError } from '../../../platform/errors/general.errors.js';
import type { GuardWish } from '../../preview/change-guard/change-guard.dto.js';
import { forcedData, warningsOf } from '../../preview/change-guard/change-guard.js';
import type { WarningResponse } from '../../preview/impact.response.js';
import { lockLiveProject } from '../../../core/event/live-project.js';
import { requireRoom } from '../../project/project-lock.js';
import { guardOf, type LockedFeature, lockFeatures } from '../feature-lock.js';
import type { FeatureParams } from '../feature.dto.js';
import { notFound } from '../feature.read-model.js';
import { enterStage, startOver } from '../lifecycle/stages.js';
import { connectionsFor, SwitchTurns } from '../switch/switch-turns.js';
import {
  ARCHIVE_FEATURES,
  DELETE_FEATURE_DEPENDENCY,
  DELETE_FEATURES,
  FIND_ORPHANS,
  KEEP_STATES,
  PROJECT_OF,
  READ_FEATURES,
  REVIVE_FEATURES,
  TURN_OFF,
} from './archive.sql.js';

/** Features whose states are kept by one statement. */
const BATCH = 500;

/**
 * Permanently deletes archived and locked features of a project.
 * @throws InvalidOperationError when other features depend on one of them.
 */
export async function deleteFeatures(
  project: string,
  names: readonly string[],
  tx: Tx,
): Promise<void> {
  if (names.length === 0) return;
  const rows = await tx.query(READ_FEATURES, [names]);
  // Events are recorded first, because they contain the tags, which are deleted with the features.
  await tx.recordAll(
    rows.map(
      ({ feature }) =>
        ({
          type: 'feature-deleted',
          project,
          featureName: feature.name,
          preData: feature,
        }) as const,
    ),
  );
  for (let start = 0; start < names.length; start += BATCH)
    await tx.query(KEEP_STATES, [names.slice(start, start + BATCH)]);
  await tx.query(DELETE_FEATURES, [names]);
}

/** Names what a request archives. */
const rowOf = (project: string, names: readonly string[]): string =>
  JSON.stringify([project, names]);

/**
 * Archives, revives and permanently deletes features. A batch is carried out completely or not at
 * all.
 */
@Injectable()
export class FeatureArchiveService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly turns: SwitchTurns,
  ) {}

  /**
   * Archives a feature, so that SDKs no longer get it. Does nothing when it is archived already.
   * @returns The warnings of the guard.
   * @throws NotFoundError when the project has no such feature.
   * @throws InvalidOperationError when other features depend on it.
   * @throws GuardedChangeError when it is in use and a guard blocks the change.
   */
  archive(at: FeatureParams, actor: Actor, wish: GuardWish): Promise<WarningResponse[]> {
    return this.turns.transaction(
      actor,
      rowOf(at.projectId, [at.featureName]),
      'hotTransaction',
      async (tx) => {
        const features = await lockFeatures(tx, at.projectId, [at.featureName]);
        if (features.length === 0) throw notFound(at);
        return archiveLive(at.projectId, features, wish, tx);
      },
    );
  }

  /**
   * Archives features of a project; unknown and archived ones are skipped.
   * @returns The warnings of the guard.
   * @throws NotFoundError when there is no such project.
   * @throws InvalidOperationError when features outside the list depend on one in it.
   * @throws GuardedChangeError when one is in use and a guard blocks the change.
   */
  archiveAll(
    projectId: string,
    featureNames: readonly string[],
    actor: Actor,
    wish: GuardWish,
  ): Promise<WarningResponse[]> {
    const connections = connectionsFor(featureNames.length);
    return this.turns.transaction(actor, rowOf(projectId, featureNames), connections, async (tx) =>
      archiveLive(projectId, await lockFeatures(tx, projectId, featureNames), wish, tx),
    );
  }

  /**
   * Revives a feature, off in every environment and otherwise unchanged. Does nothing when it is
   * live.
   * @throws NotFoundError when there is no such feature, or its project is archived.
   * @throws InvalidOperationError when the project has reached its feature limit.
   */
  async revive(featureName: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await reviveArchived(await projectOf(tx, featureName), [featureName], tx);
    });
  }

  /** Like {@link revive} for several features of a project; unknown and live ones are skipped. */
  async reviveAll(projectId: string, featureNames: readonly string[], actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, (tx) => reviveArchived(projectId, featureNames, tx));
  }

  /**
   * Permanently deletes an archived feature with everything but its events; its name becomes free.
   * @throws NotFoundError when there is no such feature.
   * @throws InvalidOperationError when it is not archived.
   */
  async delete(featureName: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const projectId = await projectOf(tx, featureName);
      const [feature] = await lockFeatures(tx, projectId, [featureName]);
      if (!feature) throw notFound({ projectId, featureName });
      requireArchived([feature]);
      await deleteFeatures(projectId, [featureName], tx);
    });
  }

  /**
   * Deletes archived features of a project for good; names that it lacks are skipped.
   * @throws InvalidOperationError when one of them is not archived: then none is deleted.
   */
  async deleteAll(projectId: string, featureNames: readonly string[], actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const features = await lockFeatures(tx, projectId, featureNames);
      requireArchived(features);
      await deleteFeatures(projectId, names(features, true), tx);
    });
  }
}

/** @throws InvalidOperationError that names the features that are not archived. */
function requireArchived(features: readonly { name: string; archived: boolean }[]): void {
  const live = names(features, false).map((name) => `"${name}"`);
  if (live.length === 0) return;
  const subject = live.length === 1 ? `The feature ${live[0]!} is` : `${live.join(', ')} are`;
  throw new InvalidOperationError(
    `${subject} not archived. Only archived features can be deleted.`,
  );
}

async function archiveLive(
  project: string,
  locked: readonly LockedFeature[],
  wish: GuardWish,
  tx: Tx,
): Promise<WarningResponse[]> {
  const live = names(locked, false);
  if (live.length === 0) return [];
  const change = { features: live, project, environment: null, setting: guardOf(locked) };
  const warnings = await warningsOf(tx, change, wish);
  await refuseOrphans(tx, live);
  if (tx.onlyChecks) {
    await tx.recordAll(live.map((featureName) => archivedEvent(project, featureName, wish)));
    return warnings;
  }
  const parted = await tx.query(DELETE_FEATURE_DEPENDENCY, [live]);
  const removed = groupedBy(parted, ({ child }) => child);
  await tx.query(ARCHIVE_FEATURES, [live]);
  await enterStage(tx, live, 'archived');
  const events = live.flatMap((featureName): DomainEvent[] => {
    const dependencies = removed.get(featureName)?.map(({ dependency }) => dependency);
    const preData = dependencies && { dependencies };
    return [
      archivedEvent(project, featureName, wish),
      ...(preData
        ? [{ type: 'feature-dependencies-removed', project, featureName, preData } as const]
        : []),
    ];
  });
  await tx.recordAll(events);
  return warnings;
}

const archivedEvent = (project: string, featureName: string, wish: GuardWish): DomainEvent => ({
  type: 'feature-archived',
  project,
  featureName,
  ...forcedData(wish),
});

/** The features are locked, so that no other feature can become dependent on them meanwhile. */
async function refuseOrphans(tx: Tx, featureNames: string[]): Promise<void> {
  const orphans = await tx.query(FIND_ORPHANS, [featureNames]);
  if (orphans.length === 0) return;
  const list = orphans.map(({ child, parent }) => `"${child}" depends on "${parent}"`).join(', ');
  throw new InvalidOperationError(
    `Archive the dependent features first, or remove their dependencies: ${list}.`,
  );
}

async function reviveArchived(
  project: string,
  featureNames: readonly string[],
  tx: Tx,
): Promise<void> {
  const held = await lockLiveProject(tx, project);
  const archived = names(await lockFeatures(tx, project, featureNames), true);
  if (archived.length === 0) return;
  await requireRoom(tx, held, archived.length);
  await tx.query(REVIVE_FEATURES, [archived]);
  const turnedOff = await tx.query(TURN_OFF, [archived]);
  await startOver(tx, archived);
  await tx.recordAll(
    archived.map((featureName) => ({ type: 'feature-revived', project, featureName }) as const),
  );
  const parts = turnedOff.map((place) => ({ ...place, project, data: { enabled: true } }));
  await keepRemovedOfFeatures('feature-revived', parts, tx);
}

async function projectOf(tx: Tx, featureName: string): Promise<string> {
  const [found] = await tx.query(PROJECT_OF, [featureName]);
  if (!found) throw new NotFoundError(`There is no feature "${featureName}".`);
  return found.project;
}

function names(
  features: readonly { name: string; archived: boolean }[],
  archived: boolean,
): string[] {
  return features.filter((feature) => feature.archived === archived).map((feature) => feature.name);
}
