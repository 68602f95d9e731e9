import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { type ConstraintErrors, DatabaseErrorTranslator } from './constraint-errors.js';
import { dataSourceOptions, type Entities } from './data-source.js';
import { Database } from './database.js';
import { ShortStatements } from './short-statements.js';
import { BackgroundJobs } from './jobs/background-jobs.js';

/** The connection to PostgreSQL. Its address comes from the configuration. */
@Global()
@Module({})
export class DatabaseModule {
  /** `entities` and `constraints` are those of all domains. */
  static with(entities: Entities, constraints: ConstraintErrors): DynamicModule {
    const connection = TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(
          { ...config.database, url: config.database.url! },
          config.database.limits,
          entities,
        ),
        retryAttempts: 10,
        retryDelay: 1_000,
      }),
    });
    const translator = {
      provide: DatabaseErrorTranslator,
      useValue: new DatabaseErrorTranslator(constraints),
    };
    return {
      module: DatabaseModule,
      imports: [connection],
      providers: [BackgroundJobs, Database, ShortStatements, translator],
      exports: [BackgroundJobs, Database, ShortStatements, DatabaseErrorTranslator],
    };
  }
}
