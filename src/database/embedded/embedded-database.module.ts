import { type DynamicModule, Module } from '@nestjs/common';
import type { EmbeddedStatus } from './supervisor.js';

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
