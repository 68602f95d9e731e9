import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';

/** The connection to PostgreSQL. Where it is has been decided before: the configuration has its address by now. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions({ ...config.database, url: config.database.url! }, config.database.limits),
        retryAttempts: 10,
        retryDelay: 1_000,
      }),
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}
