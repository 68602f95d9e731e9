import pg from 'pg';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { MIGRATIONS } from '../../../migrations/index.js';
import {
  startTransactionWithin,
  tlsOf,
  type TransactionLimits,
  WatchedClient,
} from './watched-client.js';

/** Maps camelCase properties to snake_case columns, such as `createdAt` to `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return (
      custom ??
      [...prefixes, property].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
  }
}

/** How to connect to PostgreSQL. */
export interface DatabaseAddress {
  url: string;
  ssl: false | 'verify' | 'no-verify';
  poolMax: number;
}

/** Entity classes of the tables that are written through repositories. */
export type Entities = NonNullable<DataSourceOptions['entities']>;

/** Time limits from the configuration. */
type DatabaseTimes = TransactionLimits & { connectMs: number };

/** Extra time that the client-side limit grants beyond the limit in PostgreSQL. */
const MARGIN_MS = 2_000;
/**
 * Long enough to survive a restart of PostgreSQL, short enough that a caller gets a 503 instead of
 * waiting.
 */
const CONNECT_MS = 5_000;
/** Idle time before the first TCP keep-alive probe. */
const KEEP_ALIVE_MS = 5_000;

/**
 * Data source options shared by the service, its tests and its migrations. Only migrations change
 * the schema. Without `times`, as in migrations, there are no time limits, whatever the role has.
 */
export function dataSourceOptions(
  address: DatabaseAddress,
  times?: DatabaseTimes,
  entities: Entities = [],
): DataSourceOptions {
  return {
    type: 'postgres',
    driver: pg,
    url: address.url,
    ssl: tlsOf(address.ssl),
    applicationName: 'feature-flag-admin',
    poolSize: address.poolMax,
    connectTimeoutMS: times?.connectMs ?? CONNECT_MS,
    extra: poolOptions(times),
    entities,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
  };
}

/** Options of the connection pool of `pg`, and of its clients. */
function poolOptions(times: DatabaseTimes | undefined): object {
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: 60_000,
    Client: WatchedClient,
    ...(times
      ? {
          startTransaction: startTransactionWithin(times),
          // A connection that is silent for longer is given up.
          silenceMs: times.statementMs + MARGIN_MS,
        }
      : { isUnlimited: true }),
  };
}

/** A data source without time limits; entities are only for those who use repositories. */
export function newDataSource(address: DatabaseAddress, entities: Entities = []): DataSource {
  return new DataSource(dataSourceOptions(address, undefined, entities));
}
