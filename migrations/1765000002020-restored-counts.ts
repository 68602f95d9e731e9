import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** Functions that triggers run, also while a dump is restored, whose search path is empty. */
const RUN_BY_TRIGGERS = [
  'count_context_fields',
  'count_strategies',
  'forget_features_of_applications',
  'name_features_of_segments',
  'note_features_of_applications',
  'note_usage_of_projects',
  'tally_metric_buckets',
];

/** Tables of which triggers of other tables write the rows, with their keys. */
const COUNTED = {
  client_application_feature: ['feature_name', 'environment', 'app_name'],
  client_metric_day_tally: ['day', 'kind', 'slot'],
  feature_context_field: ['context_field', 'feature_name'],
  project_usage: ['project'],
};

const DIRECTLY = `pg_trigger_depth() = 0
  AND current_setting('counts.repairing', true) IS DISTINCT FROM 'on'`;

const UP = /* sql */ `
  -- Whether rows were restored into a schema with triggers, which may have counted them again.
  ALTER TABLE event_tally_horizon ADD COLUMN is_restored boolean NOT NULL DEFAULT false;

  -- Every restore of data contains this row. A row that the service inserts itself begins at 0.
  CREATE FUNCTION note_restored_counts() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    IF NEW.transaction_id = '0' THEN
      RETURN NEW;
    END IF;
    NEW.is_restored := true;
    UPDATE event_tally_horizon
       SET transaction_id = NEW.transaction_id, cluster = NEW.cluster,
           events_from = NEW.events_from, is_restored = true;
    IF FOUND THEN
      RETURN NULL;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER note_restored_counts BEFORE INSERT ON event_tally_horizon
    FOR EACH ROW EXECUTE FUNCTION note_restored_counts();

  -- Skips a restored row that a trigger has written already, so that the restore does not fail.
  CREATE FUNCTION skip_counted_row() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  DECLARE is_there boolean;
  BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE (%s) = (%s))', TG_TABLE_NAME,
                   array_to_string(TG_ARGV, ', '), '$1.' || array_to_string(TG_ARGV, ', $1.'))
      INTO is_there USING NEW;
    IF is_there THEN
      RETURN NULL;
    END IF;
    RETURN NEW;
  END $$;
  ${Object.entries(COUNTED)
    .map(
      ([table, key]) => `
        CREATE TRIGGER skip_counted_row BEFORE INSERT ON ${table}
          FOR EACH ROW WHEN (${DIRECTLY})
          EXECUTE FUNCTION skip_counted_row(${key.map((column) => `'${column}'`).join(', ')});`,
    )
    .join('')}
  ${RUN_BY_TRIGGERS.map((name) => `ALTER FUNCTION ${name}() SET search_path FROM CURRENT;`).join('\n')}`;

/**
 * Makes a restore of data into an existing schema possible: triggers find their tables, rows that
 * they have written already are skipped, and the service learns that all counts must be verified.
 */
export class RestoredCounts1765000002020 implements MigrationInterface {
  /** The locks are held briefly, and waited for briefly. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [done] = (await q.query(
      "SELECT to_regprocedure('skip_counted_row()') IS NOT NULL AS is",
    )) as [{ is: boolean }];
    if (!done.is) await lockedBriefly(q, [...Object.keys(COUNTED), 'event_tally_horizon'], UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ${RUN_BY_TRIGGERS.map((name) => `ALTER FUNCTION ${name}() RESET search_path;`).join('\n')}
      DROP FUNCTION skip_counted_row() CASCADE;
      DROP FUNCTION note_restored_counts() CASCADE;
      ALTER TABLE event_tally_horizon DROP COLUMN is_restored`);
  }
}
