import { ApiProperty } from '@nestjs/swagger';
import { EventResponse } from '../../audit-log/event/event.response.js';

/** Something outside that is told of events. */
export class AddonResponse {
  /** Id of the addon. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** What kind it is, like `webhook`. */
  provider: string;
  /** What it is for; null when nobody said. */
  description: string | null;
  /** Whether it is told of events. */
  enabled: boolean;
  /**
   * What the provider knows, by name. Sensitive values are shown once, in the answer that created
   * the addon, and are `*****` ever after.
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters: object;
  /** Types of the events that it is told. */
  events: string[];
  /** Ids of the projects whose events it is told; none, or `*` among them: all events. */
  projects: string[];
  /**
   * Names of the environments whose events it is told, besides events of no environment; none, or
   * `*` among them: all events.
   */
  environments: string[];
}

/** Something that a provider needs to know. */
export class AddonParameterResponse {
  /** Name, under which the value stands in `parameters`. */
  name: string;
  /** Name for people. */
  displayName: string;
  /** How it is entered: `url`, `text`, or `textfield` for several lines. */
  type: string;
  /** What it means. */
  description: string;
  /** An example of a value. */
  placeholder?: string;
  /** Whether it has to be there. */
  required: boolean;
  /** Whether its value is a secret, shown only in the answer that created the addon. */
  sensitive: boolean;
}

/** A kind of addon. */
export class AddonProviderResponse {
  /** Name, as addons give it. */
  name: string;
  /** Name for people. */
  displayName: string;
  /** Where to read more. */
  documentationUrl: string;
  /** What it does, in a sentence. */
  description: string;
  /** How to use it. */
  howTo: string;
  /** What it needs to know. */
  parameters: AddonParameterResponse[];
  /** The types of events that there are. */
  events: string[];
}

/** Addons, and the kinds of them. */
export class AddonsResponse {
  /** The addons, by id. */
  addons: AddonResponse[];
  /** The kinds of addons that can be created. */
  providers: AddonProviderResponse[];
}

/** How an addon was told of an event. */
export class DeliveryDetailsResponse {
  /** How often it was tried. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  attempts: number;
  /** The last HTTP status that the receiver answered; null when it answered none. */
  @ApiProperty({ type: 'integer', nullable: true })
  status: number | null;
}

/** What became of telling an addon of an event. */
export class DeliveryResponse {
  /** Id of the entry. */
  @ApiProperty({ pattern: '^[0-9]+$' })
  id: string;
  /** Id of the addon. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  integrationId: number;
  /** When it was settled. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Whether the addon knows: `success`, or `failed` when it was given up. */
  @ApiProperty({ enum: ['success', 'failed', 'successWithErrors'] })
  state: string;
  /** What happened, in a sentence. */
  stateDetails: string;
  /** The event. */
  event: EventResponse;
  /** How it went. */
  details: DeliveryDetailsResponse;
}

/** What became of telling an addon of events. */
export class DeliveriesResponse {
  /** The newest first. What is still being tried is not among them. The last 1000 are kept. */
  integrationEvents: DeliveryResponse[];
}
