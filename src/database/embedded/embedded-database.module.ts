import { type DynamicModule, Module } from '@nestjs/common';
import type { EmbeddedStatus } from './supervisor.js';

/**
 * The state of the embedded server; undefined where the service uses a server of somebody else's.
 */
export class EmbeddedDatabaseStatus {
  constructor(private readonly source: { readonly status: EmbeddedStatus } | undefined) {}

  get current(): EmbeddedStatus | undefined {
    return this.source?.status;
  }
}

/** Lets the rest of the service ask how its embedded server is, if it has one. */
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
