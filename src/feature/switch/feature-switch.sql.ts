import { recordingOf } from '../../event/recording.sql.js';
import { statement } from '../../database/statement.js';

/**
 * Switches a feature, records the event and updates the collaborator in one statement, hence one
 * transaction and one round trip. Of concurrent switches, the first to lock the row changes it; the
 * others see the change and record nothing. Features share no rows, so switches of different
 * features never wait for each other. The lock timeout is set within the statement before the row
 * is locked.
 */
function switching(event: string, enabled: boolean, condition: string): string {
  const recording = recordingOf('changed', {
    type: event,
    featureName: '$2',
    project: '$1',
    environment: '$3',
    createdBy: '$4',
    createdByUserId: '$5',
    token: '$6::jsonb',
  });
  return /* sql */ `
    WITH changed AS (
      UPDATE feature_environment fe SET enabled = ${enabled}
        FROM feature f, project_environment pe
       WHERE f.name = $2 AND f.project = $1 AND f.archived_at IS NULL AND pe.project = $1
         AND pe.environment = $3
         AND fe.feature_name = $2 AND fe.environment = $3 AND ${condition}
         AND (SELECT set_config('lock_timeout', $7, true)) IS NOT NULL
      RETURNING 1
    ), ${recording}
    SELECT count(*)::int AS changes FROM changed`;
}

/** `token` is JSON of the token of the actor, if any; `lockTimeoutMs` limits waiting for a lock. */
type SwitchParams = [
  projectId: string,
  featureName: string,
  environment: string,
  actorName: string,
  actorId: number,
  token: string | null,
  lockTimeoutMs: string,
];

/** Turns a feature off. */
export const SWITCH_OFF = statement<SwitchParams, { changes: number }>(
  'feature-switch.switch-off',
  switching('feature-environment-disabled', false, 'fe.enabled'),
);

/**
 * Turns a feature on if it has an active strategy. A feature without one takes the slower path that
 * adds a strategy first.
 */
export const SWITCH_ON = statement<SwitchParams, { changes: number }>(
  'feature-switch.switch-on',
  switching('feature-environment-enabled', true, 'NOT fe.enabled AND fe.active_strategy_count > 0'),
);

export const SWITCH_MANY = statement<
  [names: readonly string[], environment: string, enabled: boolean]
>(
  'feature-switch.switch-many',
  /* sql */ `
    UPDATE feature_environment SET enabled = $3
      WHERE feature_name = ANY ($1) AND environment = $2`,
);
