import { OUTLIVED } from './outlived.sql.js';
import { statement } from '../../database/statement.js';
import { BIRTH_OF_THE_OUTLIVED } from '../../feature-type/lifetime.sql.js';

/**
 * Bounds a transaction, for the day when somebody shortens the lifetime of a type that thousands of
 * features have.
 */
export const BATCH = 500;

/**
 * What another instance is noting at this moment is left to it; what it has noted is not noted
 * again.
 */
export const NOTE = statement<[], { featureName: string; project: string }>(
  'stale-feature.note',
  /* sql */ `
    WITH due AS (
      SELECT f.name FROM feature f JOIN feature_type lifetime ON lifetime.id = f.type
       WHERE f.outlived_noted_at IS NULL AND f.archived_at IS NULL AND NOT f.stale
         AND f.created_at < ${BIRTH_OF_THE_OUTLIVED}
       LIMIT ${BATCH} FOR NO KEY UPDATE OF f SKIP LOCKED
    )
    UPDATE feature f SET outlived_noted_at = now() FROM due WHERE f.name = due.name
    RETURNING f.name AS "featureName", f.project`,
);

/**
 * A feature whose type has changed, or its type's lifetime, may have its time before it again; and
 * outlive it again.
 */
export const FORGET = statement<[]>(
  'stale-feature.forget',
  /* sql */ `
    WITH due AS (SELECT f.name FROM feature f
      WHERE f.outlived_noted_at IS NOT NULL AND NOT ${OUTLIVED} LIMIT ${BATCH}
        FOR NO KEY UPDATE OF f SKIP LOCKED)
    UPDATE feature f SET outlived_noted_at = NULL FROM due WHERE f.name = due.name`,
);
