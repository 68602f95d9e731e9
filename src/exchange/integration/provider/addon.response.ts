import { ApiProperty } from '@nestjs/swagger';
import { EventResponse } from '../../../audit/audit-log/event/event.dto.js';

/** A configured integration that receives events. */
export class AddonResponse {
  /** Id of the addon. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Provider, such as `webhook`. */
  provider: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether it receives events. */
  enabled: boolean;
  /**
   * Parameters by name. Sensitive values are only in the response to the creation; later they are
   * `*****`.
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters: object;
  /** Event types to deliver. */
  events: string[];
  /** Ids of projects whose events are delivered; empty or `*` for all. */
  projects: string[];
  /**
   * Names of environments whose events are delivered, in addition to events without environment;
   * empty or `*` for all.
   */
  environments: string[];
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A parameter of a provider. */
export class AddonParameterResponse {
  /** Name of the parameter in `parameters`. */
  name: string;
  /** Display name. */
  displayName: string;
  /** Kind of input: `url`, `text`, or `textfield` for several lines. */
  type: string;
  /** Description. */
  description: string;
  /** Example value. */
  placeholder?: string;
  /** Whether it is required. */
  required: boolean;
  /** Whether the value is secret and only shown on creation. */
  sensitive: boolean;
}

/** A provider of addons. */
export class AddonProviderResponse {
  /** Name of the provider. */
  name: string;
  /** Display name. */
  displayName: string;
  /** URL of the documentation. */
  documentationUrl: string;
  /** Short description. */
  description: string;
  /** Instructions. */
  howTo: string;
  /** Its parameters. */
  parameters: AddonParameterResponse[];
  /** All event types. */
  events: string[];
}

/** Addons and providers. */
export class AddonsResponse {
  /** The addons, by id. */
  addons: AddonResponse[];
  /** The available providers. */
  providers: AddonProviderResponse[];
}

/** Details of a delivery. */
export class DeliveryDetailsResponse {
  /** Number of attempts; of collectors and SIEMs, without those while the receiver was down. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  attempts: number;
  /** HTTP status of the last attempt; null without response. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;
  /** Number of events that were sent together; absent for providers that get one at a time. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  events?: number;
}

/** A settled delivery of an event. */
export class DeliveryResponse {
  /** Id of the log entry. */
  @ApiProperty({ pattern: '^[0-9]+$' })
  id: string;
  /** Id of the addon. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  integrationId: number;
  /** When it was settled. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** `success`, or `failed` when it was given up. */
  @ApiProperty({ enum: ['success', 'failed', 'successWithErrors'] })
  state: string;
  /** What happened, as a sentence. */
  stateDetails: string;
  /** The event, or the last one of those that were sent together. */
  event: EventResponse;
  /** Details. */
  details: DeliveryDetailsResponse;
}

/** Deliveries of an addon. */
export class DeliveriesResponse {
  /** Settled deliveries, newest first, without pending ones. The last 1000 are kept. */
  integrationEvents: DeliveryResponse[];
}

/** The result of a test message. */
export class TestDeliveryResponse {
  /** Whether the receiver accepted the message. */
  @ApiProperty({ enum: ['success', 'failed'] })
  state: string;
  /** What happened, as a sentence. */
  stateDetails: string;
  /** HTTP status of the response; null without a response. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;
}
