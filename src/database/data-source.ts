import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import { ENTITIES } from './entities.js';
import { SnakeCaseNaming } from './naming.js';

/** How to reach PostgreSQL, whichever server it is. */
export interface DatabaseAddress {
  url: string;
  ssl: false | 'verify' | 'no-verify';
  poolMax: number;
}

/** The data source that the service, its tests and its migrations share. The schema is the migrations' alone. */
export function dataSourceOptions(address: DatabaseAddress): DataSourceOptions {
  return {
    type: 'postgres',
    url: address.url,
    ssl: address.ssl === false ? false : { rejectUnauthorized: address.ssl === 'verify' },
    applicationName: 'feature-flag-admin',
    poolSize: address.poolMax,
    // Long enough for a restart of PostgreSQL to be ridden out, short enough for a caller to hear 503 rather than wait for ever.
    connectTimeoutMS: 5_000,
    extra: { keepAlive: true, idleTimeoutMillis: 60_000 },
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    logging: false,
  };
}

export function newDataSource(address: DatabaseAddress): DataSource {
  return new DataSource(dataSourceOptions(address));
}
