import { Injectable } from '@nestjs/common';
import { type Actor, SYSTEM } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockFeatures } from '../feature-lock.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import type { Tx } from '../../../core/event/tx.js';
import { statement } from '../../../platform/database/statement.js';
import { LIFETIME_START } from '../../feature-type/feature-type.sql.js';

/** Whether a feature `f` exceeds the lifetime of its type; never for types without one. */
const EXCEEDS_LIFETIME = /* sql */ `
  EXISTS (SELECT FROM feature_type lifetime
    WHERE lifetime.id = f.type AND f.created_at < ${LIFETIME_START})`;

/**
 * Whether a feature `f` is potentially stale: not marked as stale, but beyond the lifetime of its
 * type.
 */
export const POTENTIALLY_STALE = `(NOT f.stale AND ${EXCEEDS_LIFETIME})`;

/** Bounds a transaction, in case the lifetime of a type with thousands of features is shortened. */
const BATCH = 500;

/** Skips rows that another instance is recording. */
const NOTE = statement<[], { featureName: string; project: string }>(
  'stale-mark.note',
  /* sql */ `
    WITH due AS (
      SELECT f.name FROM feature f JOIN feature_type lifetime ON lifetime.id = f.type
       WHERE f.outlived_noted_at IS NULL AND f.archived_at IS NULL AND NOT f.stale
         AND f.created_at < ${LIFETIME_START}
       LIMIT ${BATCH} FOR NO KEY UPDATE OF f SKIP LOCKED
    )
    UPDATE feature f SET outlived_noted_at = now() FROM due WHERE f.name = due.name
    RETURNING f.name AS "featureName", f.project`,
);

/**
 * Resets features that no longer exceed the lifetime, because their type or its lifetime changed.
 */
const FORGET = statement<[]>(
  'stale-mark.forget',
  /* sql */ `
    WITH due AS (SELECT f.name FROM feature f
      WHERE f.outlived_noted_at IS NOT NULL AND NOT ${EXCEEDS_LIFETIME} LIMIT ${BATCH}
        FOR NO KEY UPDATE OF f SKIP LOCKED)
    UPDATE feature f SET outlived_noted_at = NULL FROM due WHERE f.name = due.name`,
);

const MARK_STALE = statement<[live: readonly string[], stale: boolean], { name: string }>(
  'stale-mark.mark-stale',
  'UPDATE feature SET stale = $2 WHERE name = ANY($1) AND stale <> $2 RETURNING name',
);

/** Marks features as stale, which means that their code should be removed. */
@Injectable()
export class StaleMarkService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Sets or removes the mark. Unknown, archived and unchanged features are skipped.
   * @throws NotFoundError when there is no such project.
   */
  async set(
    project: string,
    featureNames: readonly string[],
    stale: boolean,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const features = await lockFeatures(tx, project, featureNames);
      const live = features.filter((feature) => !feature.archived).map((feature) => feature.name);
      const changed = await tx.query(MARK_STALE, [live, stale]);
      const type = stale ? 'feature-stale-on' : 'feature-stale-off';
      await tx.recordAll(
        changed.map(({ name: featureName }) => ({ type, project, featureName }) as const),
      );
    });
  }
}

const EVERY_MS = 60_000;

/**
 * Records every minute which features became potentially stale: one event each time, across all
 * instances.
 */
@Injectable()
export class StaleFeatureJob {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'stale-features', everyMs: EVERY_MS, run: () => this.look() });
  }

  /** Records what is due. */
  async look(): Promise<void> {
    await this.unitOfWork.run(SYSTEM, (tx) => tx.query(FORGET));
    while ((await this.unitOfWork.run(SYSTEM, note)) === BATCH);
  }
}

async function note(tx: Tx): Promise<number> {
  const features = await tx.query(NOTE);
  await tx.recordAll(
    features.map((feature) => ({ type: 'feature-potentially-stale-on', ...feature }) as const),
  );
  return features.length;
}
