import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sets `high` to the transaction at which a step ends. */
const ALL = 'high := pg_snapshot_xmin(pg_current_snapshot());';
const STEP = /* sql */ `
        -- A transaction is never divided, so the step ends behind the first one at the earliest.
        SELECT e.transaction_id INTO first FROM event e
         WHERE e.transaction_id >= low AND e.transaction_id <= '18446744073709551615'::xid8
         ORDER BY e.transaction_id LIMIT 1;
        SELECT e.transaction_id INTO last FROM event e
         WHERE e.transaction_id >= low AND e.transaction_id <= '18446744073709551615'::xid8
         ORDER BY e.transaction_id OFFSET most LIMIT 1;
        settled := pg_snapshot_xmin(pg_current_snapshot());
        high := CASE WHEN last IS NULL THEN settled
          ELSE LEAST(settled, GREATEST(last, (first::text::numeric + 1)::text::xid8)) END;`;

const advance = (declared: string, setHigh: string, nothing: string, result: string): string => `
      LANGUAGE plpgsql AS $$
      DECLARE low xid8; high xid8; ${declared}
      BEGIN
        SELECT transaction_id INTO low FROM event_tally_horizon FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN ${nothing} END IF;
        IF events_were_restored() THEN
          PERFORM settle_restored_events();
          ${nothing}
        END IF;
        ${setHigh}
        INSERT INTO event_hour_tally AS t (environment, hour, events)
          SELECT environment, date_trunc('hour', created_at, 'UTC'), count(*) FROM event
           WHERE transaction_id >= low AND transaction_id < high AND environment IS NOT NULL
           GROUP BY 1, 2
          ON CONFLICT ON CONSTRAINT event_hour_tally_pkey
            DO UPDATE SET events = t.events + excluded.events;
        INSERT INTO event_type_tally AS t (type, events)
          SELECT type, count(*) FROM event
           WHERE transaction_id >= low AND transaction_id < high GROUP BY 1
          ON CONFLICT ON CONSTRAINT event_type_tally_pkey
            DO UPDATE SET events = t.events + excluded.events;
        INSERT INTO event_total_tally AS t (type, project, created_by_user_id, events)
          SELECT type, project, created_by_user_id, count(*) FROM event
           WHERE transaction_id >= low AND transaction_id < high GROUP BY 1, 2, 3
          ON CONFLICT ON CONSTRAINT event_total_tally_key
            DO UPDATE SET events = t.events + excluded.events;
        PERFORM tally_events_of_projects(low, high);
        UPDATE event_tally_horizon
           SET transaction_id = GREATEST(high, low), cluster = COALESCE(cluster_identity(), cluster);
        ${result}
      END $$;`;

/**
 * Tallies a bounded number of events at once, and returns whether more are waiting: after a load of
 * millions of events, one statement for all of them came close to its time limit. Called without an
 * argument, as the former version does, it tallies as many as the service does in a step.
 */
export class BoundedEventTally1765600000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION advance_event_tally();
      CREATE FUNCTION advance_event_tally(most integer DEFAULT 200000) RETURNS boolean
      ${advance('first xid8; last xid8; settled xid8;', STEP, 'RETURN false;', 'RETURN high < settled;')}
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION advance_event_tally(integer);
      CREATE FUNCTION advance_event_tally() RETURNS void
      ${advance('', ALL, 'RETURN;', '')}
    `);
  }
}
