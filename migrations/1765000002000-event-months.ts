import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** The indexes of events without the unique one: their names, and what they index. */
const INDEXES = {
  event_feature: '(feature_name, id) WHERE feature_name IS NOT NULL',
  event_project: '(project, id) WHERE project IS NOT NULL',
  event_environment: '(environment, created_at) WHERE environment IS NOT NULL',
  event_type: '(type, id)',
  event_creator: '(created_by_user_id, id)',
  event_transaction: '(transaction_id)',
};

const forEachIndex = (sql: (name: string, definition: string) => string): string =>
  Object.entries(INDEXES)
    .map(([name, definition]) => sql(name, definition))
    .join('\n');

/**
 * Bounds the table, so that it can become a partition without being read. A delivery no longer
 * refers to its event by a foreign key, because an id is unique only within a partition.
 */
const BOUND = /* sql */ `
  ALTER TABLE addon_delivery DROP CONSTRAINT IF EXISTS addon_delivery_event_fkey;
  ALTER TABLE event DROP CONSTRAINT IF EXISTS event_before_months;
  DO $$ BEGIN
    EXECUTE format(
      'ALTER TABLE event ADD CONSTRAINT event_before_months CHECK (created_at < %L) NOT VALID',
      (date_trunc('month', (now() + interval '3 days') AT TIME ZONE 'UTC') + interval '1 month')
        AT TIME ZONE 'UTC');
  END $$`;

const FUNCTIONS = /* sql */ `
  -- The partitions of events but the default one. The first may have no lower end.
  CREATE FUNCTION event_parts() RETURNS TABLE (part text, low timestamptz, high timestamptz)
    LANGUAGE sql STABLE SET datestyle = 'ISO' AS $$
    SELECT c.relname, substring(b.bound FROM 'FROM \\(''([^'']+)''')::timestamptz,
           substring(b.bound FROM 'TO \\(''([^'']+)''')::timestamptz
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) b
     WHERE i.inhparent = 'event'::regclass AND b.bound <> 'DEFAULT'
  $$;

  -- Gives a UTC month a partition, and moves events there that came too early for it. More than
  -- 10,000 would take too long: then the month stays in the default partition.
  CREATE FUNCTION add_event_month(wanted date) RETURNS boolean LANGUAGE plpgsql
    SET lock_timeout = '250ms' AS $$
  DECLARE
    part text := to_char(wanted, '"event_m"YYYYMM');
    first timestamptz := date_trunc('month', wanted::timestamp) AT TIME ZONE 'UTC';
    next timestamptz :=
      (date_trunc('month', wanted::timestamp) + interval '1 month') AT TIME ZONE 'UTC';
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('event-months'));
    IF EXISTS (SELECT FROM event_parts() p
                WHERE p.high > first AND COALESCE(p.low, '-infinity') < next) THEN
      RETURN false;
    END IF;
    LOCK TABLE event_rest IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM event_rest WHERE created_at >= first AND created_at < next
               OFFSET 10000) THEN
      RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE event INCLUDING ALL EXCLUDING IDENTITY,
                                     CONSTRAINT %I PRIMARY KEY (id))', part, part || '_pkey');
    EXECUTE format('WITH moved AS (
                      DELETE FROM event_rest WHERE created_at >= %L AND created_at < %L RETURNING *)
                    INSERT INTO %I SELECT * FROM moved', first, next, part);
    EXECUTE format('ALTER TABLE event ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                   part, first, next);
    RETURN true;
  END $$;

  -- Gives this UTC month and some that follow their partitions.
  CREATE FUNCTION add_event_months(ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE
    this timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
    added integer := 0;
  BEGIN
    FOR n IN 0..ahead LOOP
      IF add_event_month((this + make_interval(months => n))::date) THEN
        added := added + 1;
      END IF;
    END LOOP;
    RETURN added;
  END $$;`;

/**
 * Puts a partitioned table in the place of the table, which becomes its first partition unless it
 * is empty. Nothing is read or copied.
 */
const REPLACE = /* sql */ `
  DO $$
  DECLARE last bigint; called boolean; bound text;
  BEGIN
    EXECUTE format('SELECT last_value, is_called FROM %s', pg_get_serial_sequence('event', 'id'))
      INTO last, called;
    SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') INTO bound
      FROM pg_constraint WHERE conname = 'event_before_months' AND conrelid = 'event'::regclass;
    ALTER TABLE event RENAME TO event_before;
    ALTER TABLE event_before RENAME CONSTRAINT event_pkey TO event_before_pkey;
    ALTER TABLE event_before ALTER COLUMN id DROP IDENTITY;
    ${forEachIndex((name) => `ALTER INDEX ${name} RENAME TO ${name.replace('event', 'event_before')};`)}

    CREATE TABLE event (
      id bigint GENERATED ALWAYS AS IDENTITY,
      type text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      created_by text NOT NULL,
      created_by_user_id integer NOT NULL,
      feature_name text,
      project text,
      environment text,
      data jsonb,
      pre_data jsonb,
      tags jsonb NOT NULL DEFAULT '[]',
      transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
      address text,
      token jsonb
    ) PARTITION BY RANGE (created_at);
    PERFORM setval(pg_get_serial_sequence('event', 'id'), last, called);
    ${forEachIndex((name, definition) => `CREATE INDEX ${name} ON event ${definition};`)}

    IF EXISTS (SELECT FROM event_before) THEN
      EXECUTE format('ALTER TABLE event ATTACH PARTITION event_before
                        FOR VALUES FROM (MINVALUE) TO (%L)', bound);
      ALTER TABLE event_before DROP CONSTRAINT event_before_months;
    ELSE
      DROP TABLE event_before;
    END IF;
    CREATE TABLE event_rest PARTITION OF event
      (CONSTRAINT event_rest_pkey PRIMARY KEY (id)) DEFAULT;
  END $$;
  ${FUNCTIONS}
  SELECT add_event_months(2);`;

const GATHER = /* sql */ `
  CREATE TABLE event_gathered (LIKE event INCLUDING DEFAULTS);
  INSERT INTO event_gathered SELECT * FROM event;
  DO $$
  DECLARE last bigint; called boolean;
  BEGIN
    EXECUTE format('SELECT last_value, is_called FROM %s', pg_get_serial_sequence('event', 'id'))
      INTO last, called;
    DROP TABLE event;
    ALTER TABLE event_gathered RENAME TO event;
    ALTER TABLE event ADD CONSTRAINT event_pkey PRIMARY KEY (id),
      ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
    PERFORM setval(pg_get_serial_sequence('event', 'id'), last, called);
  END $$;
  ${forEachIndex((name, definition) => `CREATE INDEX ${name} ON event ${definition};`)}
  DELETE FROM addon_delivery d WHERE NOT EXISTS (SELECT FROM event e WHERE e.id = d.event_id);
  ALTER TABLE addon_delivery ADD CONSTRAINT addon_delivery_event_fkey
    FOREIGN KEY (event_id) REFERENCES event (id) ON DELETE CASCADE;
  DROP FUNCTION add_event_months(integer);
  DROP FUNCTION add_event_month(date);
  DROP FUNCTION event_parts();`;

/**
 * Keeps the events of each month in a partition of their own, so that old months can be dropped.
 * The events that there are stay where they are, as the first partition. The previous version can
 * go on using the table meanwhile: no lock is held for longer than a few milliseconds.
 */
export class EventMonths1765000002000 implements MigrationInterface {
  /** Each step is a transaction by itself, so that locks are held briefly. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    // When the process ended after the last step, there is nothing left to do.
    if (await isPartitioned(q)) return;
    await lockedBriefly(q, ['addon_delivery', 'event'], BOUND);
    await q.query('ALTER TABLE event VALIDATE CONSTRAINT event_before_months');
    await lockedBriefly(q, ['event'], REPLACE);
    await q.query('ANALYZE event');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.startTransaction();
    await q.query(`LOCK TABLE addon_delivery, event IN ACCESS EXCLUSIVE MODE`);
    await q.query(GATHER);
    await q.commitTransaction();
  }
}

async function isPartitioned(q: QueryRunner): Promise<boolean> {
  const [table] = (await q.query(
    "SELECT relkind = 'p' AS partitioned FROM pg_class WHERE oid = 'event'::regclass",
  )) as [{ partitioned: boolean }];
  return table.partitioned;
}
