import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What events removed or replaced without naming it in their payload, so that former states can be
 * rebuilt. Events before `complete_from_event_id` have no such rows.
 */
export class RemovedParts1765500000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE removed_part (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT removed_part_pkey PRIMARY KEY,
        event_id bigint NOT NULL,
        type text NOT NULL,
        project text,
        environment text,
        feature_name text,
        data jsonb NOT NULL
      );
      CREATE INDEX removed_part_event ON removed_part (event_id);
      CREATE INDEX removed_part_feature ON removed_part (feature_name, event_id)
        WHERE feature_name IS NOT NULL;

      CREATE TABLE history_start (
        only_row boolean NOT NULL DEFAULT true
          CONSTRAINT history_start_pkey PRIMARY KEY
          CONSTRAINT history_start_only_row CHECK (only_row),
        complete_from_event_id bigint NOT NULL
      );
      DO $$
      DECLARE last bigint; called boolean;
      BEGIN
        EXECUTE format('SELECT last_value, is_called FROM %s',
                       pg_get_serial_sequence('event', 'id')) INTO last, called;
        INSERT INTO history_start (complete_from_event_id)
          VALUES (CASE WHEN called THEN last + 1 ELSE last END);
      END $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE history_start, removed_part');
  }
}
