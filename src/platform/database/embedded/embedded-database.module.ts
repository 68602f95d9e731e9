import { type DynamicModule, Module } from '@nestjs/common';
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
