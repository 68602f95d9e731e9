import path from 'node:path';
import { type DynamicModule, Logger, Module } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';
import type { EmbeddedStatus } from './supervisor.js';

/** For operators of an instance that people rely on. */
export const ONLY_HERE =
  'Only this instance has the data, and it is lost with this folder. For production, set ' +
  'DATABASE_URL to a PostgreSQL server of your own.';

/** State of the embedded server; undefined when the service uses an external one. */
export class EmbeddedDatabaseStatus {
  constructor(private readonly source: { readonly status: EmbeddedStatus } | undefined) {}

  get current(): EmbeddedStatus | undefined {
    return this.source?.status;
  }
}

/** Provides the state of the embedded server to the rest of the service. */
@Module({})
export class EmbeddedDatabaseModule {
  static with(source: { readonly status: EmbeddedStatus } | undefined): DynamicModule {
    const status = {
      provide: EmbeddedDatabaseStatus,
      useValue: new EmbeddedDatabaseStatus(source),
    };
    return { module: EmbeddedDatabaseModule, global: true, providers: [status], exports: [status] };
  }
}

/** Starts the embedded database of the service, and logs where its data is. */
export async function startEmbedded(config: Config): Promise<EmbeddedPostgres> {
  const log = new Logger('service');
  const { EmbeddedPostgres } = await import('./embedded-postgres.js');
  const dir = path.resolve(config.database.embeddedDir);
  const embedded = await EmbeddedPostgres.start({
    dir,
    log: (line, level = 'debug') => log[level](line),
  });
  const where = `DATABASE_URL is not set: using the embedded PostgreSQL, with its data in ${dir}.`;
  if (config.isProduction) log.warn(`${where} ${ONLY_HERE}`);
  else log.log(where);
  return embedded;
}
