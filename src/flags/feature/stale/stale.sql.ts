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
export const BATCH = 500;

/** Skips rows that another instance is recording. */
export const NOTE = statement<[], { featureName: string; project: string }>(
  'stale.note',
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
export const FORGET = statement<[]>(
  'stale.forget',
  /* sql */ `
    WITH due AS (SELECT f.name FROM feature f
      WHERE f.outlived_noted_at IS NOT NULL AND NOT ${EXCEEDS_LIFETIME} LIMIT ${BATCH}
        FOR NO KEY UPDATE OF f SKIP LOCKED)
    UPDATE feature f SET outlived_noted_at = NULL FROM due WHERE f.name = due.name`,
);

export const MARK_STALE = statement<[live: readonly string[], stale: boolean], { name: string }>(
  'stale.mark-stale',
  'UPDATE feature SET stale = $2 WHERE name = ANY($1) AND stale <> $2 RETURNING name',
);
