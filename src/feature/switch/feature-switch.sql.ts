import { recordingOf } from '../../event/recording.sql.js';
import type { PlainStatement as Statement } from '../../database/database.js';

/**
 * The change, its event and its collaborator in one statement, which is one transaction: the path
 * that the service exists for. Of many at once, the first to lock the row changes it; the others
 * find it changed and record nothing. No row is shared between features, so nobody waits for
 * anybody who switches another one. How long it waits for a lock is set within the statement,
 * before the first row is locked: that costs no round trip, and is of this one transaction. $1
 * project, $2 feature, $3 environment, $4 name and $5 id of the actor, $6 the token by which it
 * acts, as JSON or null, $7 for how many milliseconds to wait for a lock.
 */
function switching(name: string, event: string, enabled: boolean, condition: string): Statement {
  const recording = recordingOf('changed', {
    type: event,
    featureName: '$2',
    project: '$1',
    environment: '$3',
    createdBy: '$4',
    createdByUserId: '$5',
    token: '$6::jsonb',
  });
  const text = /* sql */ `
    WITH changed AS (
      UPDATE feature_environment fe SET enabled = ${enabled}
        FROM feature f, project_environment pe
       WHERE f.name = $2 AND f.project = $1 AND f.archived_at IS NULL AND pe.project = $1 AND pe.environment = $3
         AND fe.feature_name = $2 AND fe.environment = $3 AND ${condition}
         AND (SELECT set_config('lock_timeout', $7, true)) IS NOT NULL
      RETURNING 1
    ), ${recording}
    SELECT count(*)::int AS changes FROM changed`;
  return { name, text };
}

/** Turns a feature off. */
export const SWITCH_OFF = switching(
  'feature-switch-off',
  'feature-environment-disabled',
  false,
  'fe.enabled',
);

/**
 * Turns a feature on if it has an active strategy. A feature without one takes the slower path that
 * adds a strategy first.
 */
export const SWITCH_ON = switching(
  'feature-switch-on',
  'feature-environment-enabled',
  true,
  'NOT fe.enabled AND fe.active_strategy_count > 0',
);
