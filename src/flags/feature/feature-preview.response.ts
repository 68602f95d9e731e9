import { ApiProperty } from '@nestjs/swagger';
import { PreviewResponse, WarningResponse } from '../preview/impact.response.js';
import { FeatureResponse } from './feature.response.js';

/** A connected SDK that has not received the change. */
export class PendingSdkResponse {
  /** Name of the application. */
  appName: string;
  /** Instance id that the SDK reports; empty when it reports none. */
  instanceId: string;
  /** SDK name and version, such as `unleash-node-sdk:6.12.1`; null when unknown. */
  sdkVersion: string | null;
  /** How it receives changes. */
  @ApiProperty({ enum: ['streaming', 'polling'] })
  mode: 'streaming' | 'polling';
  /** Time of the last state that it is known to have received. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  lastFetchedAt: string;
}

/** The connected SDKs of an application that receive the feature. */
export class ApplicationDeliveryResponse {
  /** Name of the application. */
  appName: string;
  /** Number of its connected SDKs. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  connected: number;
  /** Number of these that have received the change. */
  @ApiProperty({ type: 'integer' })
  delivered: number;
}

/** How far the latest change of a feature in an environment has reached SDKs. */
export class FeatureDeliveryResponse {
  /** Name of the feature. */
  feature: string;
  /** Name of the environment. */
  environment: string;
  /** Time of the latest change; null when no longer known. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  changedAt: string | null;
  /** Event id of the latest change; null when no longer known. */
  @ApiProperty({ type: 'integer', nullable: true })
  eventId: number | null;
  /**
   * Number of connected SDKs that receive the feature: streaming ones, and those that polled within
   * twice their interval.
   */
  @ApiProperty({ type: 'integer' })
  connected: number;
  /** Number of these that have received the change. */
  @ApiProperty({ type: 'integer' })
  delivered: number;
  /** Their applications, those with SDKs that have not received it first; at most 100. */
  applications: ApplicationDeliveryResponse[];
  /** SDKs that have not, longest silent first; at most 500. */
  pending: PendingSdkResponse[];
}

/** The running instances of the service. */
export class InstanceDeliveryResponse {
  /** How many there are. */
  @ApiProperty({ type: 'integer' })
  connected: number;
  /** Number of these that serve the change. */
  @ApiProperty({ type: 'integer' })
  delivered: number;
}

/** How far a change has reached SDKs and instances, while somebody waits for it. */
export class DeliveryProgressResponse extends FeatureDeliveryResponse {
  /** Whether all connected streaming SDKs and all instances have the change. */
  complete: boolean;
  /** The running instances of the service. */
  instances: InstanceDeliveryResponse;
  /** How long the request has waited, in milliseconds; only with `waitForDelivery`. */
  @ApiProperty({ type: 'integer' })
  waitedMs?: number;
}

/** A connected SDK, and whether it has a change. */
export class SdkDeliveryResponse extends PendingSdkResponse {
  /** Whether the state that it received last contains the change. */
  hasChange: boolean;
}

/** A running instance of the service, and whether it serves a change. */
export class ServingInstanceResponse {
  /** Id of the instance; a new one after each start. */
  instanceId: string;
  /** Whether it has reported that it serves the change. */
  hasChange: boolean;
  /** When it reported last; null when it has not. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  reportedAt: string | null;
}

/** How far the change of an event has reached the SDKs and instances that are connected. */
export class EventDeliveryResponse {
  /** Whether all connected streaming SDKs and all instances have the change. */
  complete: boolean;
  /** Number of connected SDKs that receive the feature. */
  @ApiProperty({ type: 'integer' })
  connected: number;
  /** Number of these that have received the change. */
  @ApiProperty({ type: 'integer' })
  delivered: number;
  /** Their applications, those with SDKs that have not received it first; at most 100. */
  applications: ApplicationDeliveryResponse[];
  /** The SDKs, those that have not received it first; at most 500. */
  connections: SdkDeliveryResponse[];
  /** How many instances run, and how many of them serve the change. */
  instances: InstanceDeliveryResponse;
  /** The instances, those that are not known to serve the change first; at most 100. */
  servedBy: ServingInstanceResponse[];
}

/** What changing a feature would do, of a request with `dryRun=true`. Nothing has changed. */
export class FeaturePreviewResponse extends PreviewResponse {
  /** The feature as it would be after the change. */
  feature: FeatureResponse;
}

/** A feature that was turned on or off. */
export class SwitchedFeatureResponse extends FeatureResponse {
  /** Who has the change, with `waitForDelivery`; null when it is unknown. */
  delivery?: DeliveryProgressResponse | null;
  /** Why the request did not wait, although it was asked to; the change was made. */
  deliveryNote?: string;
  /**
   * Signed statement who has the change, in the compact form of JWS, with `receipt=true`; null when
   * there is none.
   */
  @ApiProperty({ type: String, nullable: true, required: false })
  receipt?: string | null;
  /** Why there is no receipt, although it was asked for; the change was made. */
  receiptNote?: string;
}

/** A feature that was turned off although it is in use. */
export class WarnedFeatureResponse extends SwitchedFeatureResponse {
  /** Why the change might do harm; absent when there is no reason. */
  warnings?: WarningResponse[];
}
