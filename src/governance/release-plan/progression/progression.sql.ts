import { statement } from '../../../platform/database/statement.js';
import type { GuardedPlan } from '../safeguard/watched-usage.js';

/** A plan that may have to progress or go back. */
export interface WatchedPlan {
  projectId: string;
  featureName: string;
  environment: string;
  planId: string;
}

const COLUMNS = /* sql */ `
  f.project AS "projectId", p.feature_name AS "featureName", p.environment, p.id AS "planId"`;

const LIVE = /* sql */ `
  JOIN feature f ON f.name = p.feature_name AND f.archived_at IS NULL
  JOIN project_environment pe ON pe.project = f.project AND pe.environment = p.environment`;

/** A plan whose safeguards are to be checked. */
export interface UncheckedPlan extends WatchedPlan, GuardedPlan {
  isPaused: boolean;
}

/** The plans whose next milestone is due, the longest overdue first. */
export const LIST_DUE = statement<[limit: number], WatchedPlan>(
  'progression.list-due',
  /* sql */ `
    SELECT ${COLUMNS} FROM release_plan p ${LIVE}
     WHERE p.progression_due_at <= now() ORDER BY p.progression_due_at LIMIT $1`,
);

/**
 * Takes a plan until the transaction ends, unless another instance has it, which then does what is
 * due. It waits for nothing, so it cannot deadlock with changes of the plan.
 */
export const CLAIM = statement<[planId: string], { claimed: boolean }>(
  'progression.claim',
  /* sql */ `
    SELECT pg_try_advisory_xact_lock(hashtextextended('release plan ' || $1, 0)) AS claimed`,
);

/**
 * Takes plans of live features whose safeguards were not checked for some seconds, each by one
 * instance. The statement is run outside of a transaction, so its locks end with it.
 */
export const TAKE_UNCHECKED = statement<[seconds: number, limit: number], UncheckedPlan>(
  'progression.take-unchecked',
  /* sql */ `
    WITH taken AS (
      SELECT p.id FROM release_plan p ${LIVE}
       WHERE p.safeguards <> '[]' AND p.active_milestone_id IS NOT NULL
         AND (p.safeguards_checked_at IS NULL
           OR p.safeguards_checked_at <= now() - make_interval(secs => $1))
       ORDER BY p.safeguards_checked_at NULLS FIRST LIMIT $2
         FOR NO KEY UPDATE OF p SKIP LOCKED
    ), checked AS (
      UPDATE release_plan p SET safeguards_checked_at = now() FROM taken t WHERE p.id = t.id
      RETURNING p.*
    )
    SELECT ${COLUMNS}, p.safeguards, p.usage_baseline AS "usageBaseline", iso8601(now()) AS now,
           EXISTS (SELECT FROM jsonb_array_elements(p.milestones) m
             WHERE m ->> 'id' = p.active_milestone_id::text AND m ->> 'pausedAt' IS NOT NULL)
             AS "isPaused"
      FROM checked p ${LIVE}`,
);
