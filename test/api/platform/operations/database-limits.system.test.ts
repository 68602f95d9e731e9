import { setTimeout } from 'node:timers/promises';
import {
  DataSource,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { meaningOf } from '../../../../src/platform/database/postgres-errors.js';
import { SYSTEM } from '../../../../src/core/event/actor.js';
import { UnitOfWork } from '../../../../src/core/event/unit-of-work.js';
import { DatabaseUnavailableError } from '../../../../src/platform/database/database.errors.js';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { statement } from '../../../../src/platform/database/statement.js';

const OWN_SESSION = statement<[], { pid: number }>(
  'database-limits.own-session',
  'SELECT pg_backend_pid() AS pid',
);

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

test.each(['lock_timeout', 'statement_timeout'])(
  'statements that PostgreSQL ends because of %s are answered with 503 and change nothing',
  async (limit) => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const database = new URL(service.databaseUrl).pathname.slice(1);
    await service.sql(`ALTER DATABASE "${database}" SET ${limit} = '200ms'`);
    const limited = await service.beside();
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
      feature,
    ]);
    const { status, body } = await limited.api
      .post(`${at(feature, 'production')}/off`)
      .then((response) => response);
    await other.rollbackTransaction();
    await other.release();
    await limited.stop();
    await service.sql(`ALTER DATABASE "${database}" RESET ${limit}`);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      name: 'LockedError',
      message: expect.stringContaining('Nothing was changed'),
    });
    expect((await service.api.get(at(feature, 'production')).expect(200)).body.enabled).toBe(true);
  },
);

test('a transaction whose connection was released because it broke means the same', () => {
  for (const error of [
    new QueryRunnerProviderAlreadyReleasedError(),
    new QueryRunnerAlreadyReleasedError(),
  ])
    expect(meaningOf(error)).toBeInstanceOf(DatabaseUnavailableError);
});

test('a connection that breaks between two statements of a transaction means that the database is away, not that the service is at fault', async () => {
  const broken = await service.service.app
    .get(UnitOfWork)
    .run(SYSTEM, async (tx) => {
      const [row] = await tx.query(OWN_SESSION);
      await service.sql('SELECT pg_terminate_backend($1, 10000)', [row!.pid]);
      await setTimeout(20); // until the notification arrives
      await tx.query(OWN_SESSION);
    })
    .catch((error: unknown) => error);
  expect(meaningOf(broken)).toBeInstanceOf(DatabaseUnavailableError);
});

test.each([
  ['disk_full', '53100'],
  ['out_of_memory', '53200'],
  ['io_error', '58030'],
])('a server with %s is answered with 503, and nothing has changed', async (_, code) => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.sql(`
    CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}';
    END $$`);
  await service.sql(`
    CREATE TRIGGER refuse_event BEFORE INSERT ON event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_event()`);
  const { body, headers } = await service.api.post(`${at(feature, 'production')}/off`).expect(503);
  await service.sql('DROP FUNCTION refuse_event CASCADE');
  expect(body).toMatchObject({
    name: 'DatabaseUnavailableError',
    message: expect.stringContaining('disk space'),
  });
  expect(headers['retry-after']).toBe('2');
  const found = await service.api.get(at(feature, 'production')).expect(200);
  expect(found.body.enabled).toBe(true);
});

test('an error that ends the session means that the database is away, whatever its code', () => {
  const message = 'could not write init file';
  expect(meaningOf({ severity: 'FATAL', code: 'XX000', message })).toBeInstanceOf(
    DatabaseUnavailableError,
  );
  expect(meaningOf({ severity: 'ERROR', code: 'XX000', message })).toBeUndefined();
});
