import { recordingOf } from '../../event/recording.sql.js';
import type { PlainStatement as Statement } from '../../database/database.js';

/**
 * Switches a feature, records the event and updates the collaborator in one statement, hence one
 * transaction and one round trip. Of concurrent switches, the first to lock the row changes it; the
 * others see the change and record nothing. Features share no rows, so switches of different
 * features never wait for each other. The lock timeout is set within the statement before the row
 * is locked.
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
