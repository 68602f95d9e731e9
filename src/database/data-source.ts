import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import { SnakeCaseNaming } from './naming.js';
import { startTransactionWithin, type TransactionLimits, WatchedClient } from './watched-client.js';

/** How to reach PostgreSQL, whichever server it is. */
export interface DatabaseAddress {
  url: string;
  ssl: false | 'verify' | 'no-verify';
  poolMax: number;
}

/** The classes of the tables that services write through repositories. */
export type Entities = NonNullable<DataSourceOptions['entities']>;

/** How long anything may take, as the configuration has it. */
export type DatabaseTimes = TransactionLimits & { connectMs: number };

/** By how much the limit of this service on one statement is later than that of PostgreSQL. */
const MARGIN_MS = 2_000;
/**
 * Long enough for a restart of PostgreSQL to be ridden out, short enough for a caller to hear 503
 * rather than wait for ever.
 */
const CONNECT_MS = 5_000;
/**
 * When TCP asks for the first time whether a connection on which nothing happens is still there.
 */
const KEEP_ALIVE_MS = 5_000;

/**
 * The data source that the service, its tests and its migrations share. The schema is the
 * migrations' alone. Nothing may take for ever when `times` are given; migrations take what they
 * need.
 */
export function dataSourceOptions(
  address: DatabaseAddress,
  times?: DatabaseTimes,
  entities: Entities = [],
): DataSourceOptions {
  return {
    type: 'postgres',
    url: address.url,
    ssl: address.ssl === false ? false : { rejectUnauthorized: address.ssl === 'verify' },
    applicationName: 'feature-flag-admin',
    poolSize: address.poolMax,
    connectTimeoutMS: times?.connectMs ?? CONNECT_MS,
    extra: {
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      idleTimeoutMillis: 60_000,
      Client: WatchedClient,
      ...(times
        ? {
            startTransaction: startTransactionWithin(times),
            silenceMs: times.statementMs + MARGIN_MS,
          }
        : {}),
    },
    entities,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
  };
}

/** Migrations need no entities. */
export function newDataSource(address: DatabaseAddress, entities: Entities = []): DataSource {
  return new DataSource(dataSourceOptions(address, undefined, entities));
}
