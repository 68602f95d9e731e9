import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { WITHOUT_TRIGRAMS } from '../../../../migrations/without-trigrams.js';
import { newDataSource } from '../../../../src/platform/database/data-source.js';
import { migrateDatabase } from '../../../../src/platform/database/migrate.js';
import {
  OF_FEATURES,
  OF_PLACES,
  OF_SEGMENTS,
  SHARED,
} from '../../../../src/safety/history/history-steps.sql.js';
import { stable } from '../../../history/scene.mjs';
import { createFreshDatabase } from '../../../support/fresh-database.js';
import { insertRows, truncateAll } from '../../../support/restored-rows.js';
import { TestService } from '../../../support/service.js';

const FOLDER = path.resolve('test/history');

/** What a version recorded; see test/history/README.md. */
interface Recorded {
  migrations: string[];
  moments: { at: string; after: string; states: Record<string, object | null> }[];
  tables: Record<string, object[]> & { event: { id: number; type: string }[] };
}

/** How the present version reads it. */
interface Readings {
  /** Former states that are refused, by moment and path, with the event that is the reason. */
  refused: Record<string, string>;
  /** What undoing an event would record, or why it is not possible, by event. */
  undo: Record<string, object>;
  /** What has changed since some moments. */
  compare: Record<string, object>;
}

const readFile = <T>(name: string): T =>
  JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as T;
const names = readdirSync(path.join(FOLDER, 'recorded'));

/** Starts the service on a database that a former version has written, which is then migrated. */
async function startOn({ migrations, tables }: Recorded): Promise<TestService> {
  const database = await createFreshDatabase();
  const source = newDataSource({ url: database.url, ssl: false, poolMax: 2 });
  await source.initialize();
  const known = source.migrations.filter((one) => migrations.includes(nameOf(one)));
  source.migrations.length = 0;
  for (const one of known)
    source.migrations.push(WITHOUT_TRIGRAMS.find(({ name }) => name === nameOf(one)) ?? one);
  await source.runMigrations();
  await source.destroy();
  await insert(database.url, tables);
  await migrateDatabase({ url: database.url });
  return TestService.on(database.url, () => database.drop());
}

const nameOf = (migration: { name?: string }): string =>
  migration.name ?? migration.constructor.name;

async function insert(url: string, tables: Recorded['tables']): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await truncateAll(client, ['migration', 'typeorm_metadata']);
  // What triggers maintain was recorded as well.
  await client.query(eachTable("format('ALTER TABLE %I DISABLE TRIGGER USER', one.relname)"));
  await insertRows(client, new Map(Object.entries(tables)));
  await client.query(eachTable("format('ALTER TABLE %I ENABLE TRIGGER USER', one.relname)"));
  await client.query(CONTINUE_SEQUENCES);
  await client.query('COMMIT');
  await client.end();
}

/** Executes a statement for each table `one`. */
const eachTable = (text: string): string => /* sql */ `
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT relname FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                  AND NOT relispartition LOOP
      EXECUTE ${text};
    END LOOP;
  END $$`;

const CONTINUE_SEQUENCES = /* sql */ `
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT c.relname, a.attname,
                      pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
                 FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                  AND NOT c.relispartition AND NOT a.attisdropped LOOP
      CONTINUE WHEN one.sequence IS NULL;
      EXECUTE format('SELECT setval(%L, COALESCE((SELECT max(%I) FROM %I), 0) + 1, false)',
                     one.sequence, one.attname, one.relname);
    END LOOP;
  END $$`;

/**
 * Compares each state with what was served when it had become so.
 * @returns Those that are refused.
 */
async function readStates(
  service: TestService,
  { moments }: Recorded,
): Promise<Readings['refused']> {
  const refused: Record<string, string> = {};
  for (const [n, { at, after, states }] of moments.entries())
    for (const [asked, served] of Object.entries(states)) {
      const query = `${asked.includes('?') ? '&' : '?'}asOf=${at}`;
      const { status, body } = await service.api.get(asked + query);
      const place = `${n} ${after}: ${asked}`;
      if (status === 409) refused[place] = (body as { message: string }).message;
      else if (served === null) expect({ place, status }).toEqual({ place, status: 404 });
      else expect({ place, ...stable(body as object) }).toMatchObject({ place, ...served });
    }
  return refused;
}

async function readUndo(service: TestService, { tables }: Recorded): Promise<Readings['undo']> {
  const readings: Readings['undo'] = {};
  const events = tables.event.sort((a, b) => a.id - b.id);
  for (const { id, type } of events) {
    const { body, status } = await service.api.get(`/api/admin/events/${id}/undo`);
    expect({ id, type, status }).toEqual({ id, type, status: 200 });
    const { isPossible, reason, events } = body as Record<string, unknown>;
    readings[`${id} ${type}`] = isPossible ? { events } : { reason };
  }
  return readings;
}

async function readDifferences(
  service: TestService,
  { moments }: Recorded,
): Promise<Readings['compare']> {
  const readings: Readings['compare'] = {};
  const to = moments.at(-1)!.at;
  for (const [n, { at, after }] of moments.entries())
    if (n % 8 === 0)
      for (const subject of ['/features/checkout', '']) {
        const address = `/api/admin/projects/default${subject}/compare?from=${at}&to=${to}`;
        const { body, status } = await service.api.get(address);
        const { message } = body as { message?: string };
        // A refusal has an id of its own each time.
        readings[`${n} ${after}: ${subject}`] = status === 200 ? (body as object) : { message };
      }
  return readings;
}

describe.each(names)('the history that was recorded in %s', (file) => {
  const recorded = readFile<Recorded>(`recorded/${file}`);
  let service: TestService;
  beforeAll(async () => {
    service = await startOn(recorded);
  });
  afterAll(() => service.stop());

  test('is read as it was served then, or refused, and undone and compared as agreed', async () => {
    const readings: Readings = {
      refused: await readStates(service, recorded),
      undo: await readUndo(service, recorded),
      compare: await readDifferences(service, recorded),
    };
    const agreed = path.join(FOLDER, 'readings', file);
    if (process.env['UPDATE_READINGS']) writeFileSync(agreed, JSON.stringify(readings, null, 1));
    expect(readings).toEqual(readFile<Readings>(`readings/${file}`));
  });
});

/** What happened by itself, after approvals, or without signing in. */
const PLANNED = [
  'change-request-applied',
  'change-request-cancelled',
  'change-request-scheduled-application-success',
  'schedule-executed',
  'schedule-cancelled',
  'emergency-link-created',
  'emergency-link-revoked',
  'signal-received',
  'feature-safeguard-set',
  'release-plan-milestone-started',
];

test('the newest recorded history has each event from which former states are read', () => {
  const recorded = names.map((file) => readFile<Recorded>(`recorded/${file}`));
  const newest = recorded.sort((a, b) => b.migrations.length - a.migrations.length)[0]!;
  const types = new Set(newest.tables.event.map(({ type }) => type));
  const read = [...OF_FEATURES, ...OF_PLACES, ...SHARED, ...OF_SEGMENTS, ...PLANNED];
  expect(read.filter((type) => !types.has(type))).toEqual([]);
});
