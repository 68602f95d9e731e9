import type { DataSource } from 'typeorm';
import type { MarkedMigration } from '../../migrations/marked-migration.js';
import { newDataSource } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { noteOldestVersion, requireNewEnough } from '../../src/platform/database/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await newDataSource({ url: database.url, ssl: false, poolMax: 2 }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});
beforeEach(() => source.query('TRUNCATE oldest_version'));

/** A migration that removes what versions before one needed. */
const removing = (...versions: string[]): new () => MarkedMigration =>
  class implements MarkedMigration {
    readonly contracts = versions.map((readySince) => ({ object: 'feature.note', readySince }));
    async up(): Promise<void> {}
    async down(): Promise<void> {}
  };
const noted = async (): Promise<unknown> => source.query('SELECT version FROM oldest_version');

test('a version from which something was removed that it needs does not start', async () => {
  await noteOldestVersion(source.manager, [removing('1.2.0'), removing(), removing('1.10.0')]);
  await noteOldestVersion(source.manager, [removing('1.9.0')]);
  expect(await noted()).toEqual([{ version: '1.10.0' }]);

  await expect(requireNewEnough(source.manager, '1.9.3')).rejects.toThrow(
    /version 1\.9\.3 of the service, and the database works with version 1\.10\.0 and later only/,
  );
  await requireNewEnough(source.manager, '1.10.0');
});

test('migrations that a later version has made are left alone', async () => {
  await source.query(
    `INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'FromTheFuture9999999999999')`,
  );
  await migrate(source);
  expect(await noted()).toEqual([]);
  await source.query(`INSERT INTO oldest_version (version) VALUES ('999.0.0')`);
  await expect(migrate(source)).rejects.toThrow(/works with version 999\.0\.0 and later only/);
});
