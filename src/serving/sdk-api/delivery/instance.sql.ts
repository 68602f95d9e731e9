import { statement } from '../../../platform/database/statement.js';

/** How long an instance counts as running without writing again. */
export const VALID = "interval '25 seconds'";

/**
 * Stores what an instance serves in environments: everything visible in a horizon, or everything
 * that is committed now if that is null. The environment '' says that the instance is running.
 */
export const NOTE_INSTANCE = statement<
  [instance: string, environments: readonly string[], horizons: readonly (string | null)[]]
>(
  'instance.note-instance',
  /* sql */ `
    INSERT INTO sdk_instance (instance_id, environment, horizon, expires_at)
    SELECT $1::uuid, n.environment, COALESCE(n.horizon::pg_snapshot, pg_current_snapshot()),
           clock_timestamp() + ${VALID}
      FROM unnest($2::text[], $3::text[]) n (environment, horizon)
     ORDER BY n.environment COLLATE "C"
    ON CONFLICT ON CONSTRAINT sdk_instance_pkey DO UPDATE
      SET horizon = excluded.horizon, expires_at = excluded.expires_at`,
);

/** Removes an instance that stops. */
export const FORGET_INSTANCE = statement<[instance: string]>(
  'instance.forget-instance',
  'DELETE FROM sdk_instance WHERE instance_id = $1::uuid',
);

/** Removes instances that have not written for long. */
export const FORGET_INSTANCES = statement<[]>(
  'instance.forget-instances',
  'DELETE FROM sdk_instance WHERE expires_at < now()',
);
