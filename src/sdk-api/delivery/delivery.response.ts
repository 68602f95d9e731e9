import { ApiProperty } from '@nestjs/swagger';

/** A running SDK that lacks a change. */
export class PendingSdkResponse {
  /** Name of the application. */
  appName: string;
  /** What the instance of it calls itself; empty when it does not. */
  instanceId: string;
  /** The SDK that it is built with, like `unleash-node-sdk:6.12.1`; null when it does not say. */
  sdkVersion: string | null;
  /** How it hears of changes. */
  @ApiProperty({ enum: ['streaming', 'polling'] })
  mode: 'streaming' | 'polling';
  /** When it was last known to have what there was then. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  lastFetchedAt: string;
}

/** How far the latest change of a feature in an environment has come. */
export class FeatureDeliveryResponse {
  /** Name of the feature. */
  feature: string;
  /** Name of the environment. */
  environment: string;
  /** When it was changed last; null when that is not known any more. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  changedAt: string | null;
  /** Id of the event of that change; null when that is not known any more. */
  @ApiProperty({ type: 'integer', nullable: true })
  eventId: number | null;
  /**
   * How many SDKs are connected that are told of the feature: they stream, or have polled within
   * twice their interval.
   */
  @ApiProperty({ type: 'integer' })
  connected: number;
  /** How many of these have fetched the change. */
  @ApiProperty({ type: 'integer' })
  delivered: number;
  /** Those that have not, the longest silent first; 500 at most. */
  pending: PendingSdkResponse[];
}
