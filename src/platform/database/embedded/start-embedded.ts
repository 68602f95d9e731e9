import { Logger } from '@nestjs/common';
import path from 'node:path';
import type { Config } from '../../config/config.js';
import { ONLY_HERE } from './embedded-database.module.js';
import { EmbeddedPostgres } from './embedded-postgres.js';

/** Starts the embedded database of the service, and logs where its data is. */
export async function startEmbedded(config: Config): Promise<EmbeddedPostgres> {
  const log = new Logger('service');
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
