import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was moved from other services, so that a move can be continued and repeated. */
export class MoveIn1767300000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE move_in (
        -- The id of the other instance.
        source text CONSTRAINT move_in_pkey PRIMARY KEY,
        -- When the last run began.
        started_at timestamptz NOT NULL DEFAULT now(),
        -- Null until everything was moved once.
        finished_at timestamptz,
        -- The last event that was moved, by its id there.
        event_id bigint NOT NULL DEFAULT 0
      );
      CREATE TABLE move_in_row (
        source text NOT NULL
          CONSTRAINT move_in_row_source_fkey REFERENCES move_in (source) ON DELETE CASCADE,
        kind text NOT NULL,
        source_key text NOT NULL,
        target_key text NOT NULL,
        CONSTRAINT move_in_row_pkey PRIMARY KEY (source, kind, source_key)
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE move_in_row, move_in');
  }
}
