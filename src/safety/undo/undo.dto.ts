import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ErrorPlaceResponse } from '../../platform/http/error.response.js';
import { OneOf } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';

/** What is undone: one event, or all events of its request. */
export type UndoScope = 'event' | 'change';

/** How much to undo. */
@RefuseUnknown()
export class UndoQuery {
  /**
   * `event`, the default, undoes this event only; with an archiving or a revival also what it did
   * to the dependencies of the feature. `change` undoes all events that were recorded in the same
   * transaction, such as those of a bulk operation; at most 1,000.
   */
  @OneOf(['event', 'change'], { optional: true })
  scope?: UndoScope;
}

/** An event that is recorded when an event is undone. */
export class RecordedChangeResponse {
  /** Id of the event; absent in previews. */
  @ApiProperty({ type: 'integer', minimum: 1, required: false })
  id?: number;
  /** Event type. */
  type: string;
  /** The type in words, in the language of the request; only in previews. */
  label?: string;
  /** Id of the event that it undoes. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  undoes: number;
  /** Name of the feature; null when the event is not about a feature. */
  featureName: string | null;
  /** Id of the project; null when the event is not about a project. */
  project: string | null;
  /** Name of the environment; null when the event is not about an environment. */
  environment: string | null;
  /**
   * The state after the change; only in previews, of a single event or of at most 100 with at most
   * 1,000,000 characters.
   */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true })
  data?: object | null;
  /**
   * The state before the change; only in previews, of a single event or of at most 100 with at most
   * 1,000,000 characters.
   */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true })
  preData?: object | null;
}

/** What undoing has changed. */
export class UndoResponse {
  /** Ids of the events that are undone, newest first. */
  @ApiProperty({ type: 'integer', isArray: true })
  undone: number[];
  /** The events of the inverse changes, oldest first. */
  events: RecordedChangeResponse[];
}

/** A permission that undoing needs. */
export class NeededPermissionResponse {
  /** Permissions of which one is enough. */
  anyOf: string[];
  /** Project in which it is needed; null for the whole instance. */
  project: string | null;
  /** Environment in which it is needed; null for all or none. */
  environment: string | null;
  /** Whether the caller has it. */
  isGranted: boolean;
}

/** What undoing would change. Nothing has changed. */
export class UndoPreviewResponse {
  /** Whether the caller can undo it now. */
  isPossible: boolean;
  /** Why it is not possible; null when it is. */
  @ApiProperty({ type: 'string', nullable: true })
  reason: string | null;
  /** Ids of the events that would be undone, newest first. */
  @ApiProperty({ type: 'integer', isArray: true })
  undone: number[];
  /** Id of the event by which this event was undone; null when it is in effect. */
  @ApiProperty({ type: 'integer', nullable: true })
  undoneBy: number | null;
  /** The permissions that are needed. Permissions that depend on the state may come in addition. */
  permissions: NeededPermissionResponse[];
  /**
   * Where others have to approve the changes; only if that is all that prevents them. A change
   * request can contain them.
   */
  proposeIn?: ErrorPlaceResponse;
  /**
   * The events that would be recorded, oldest first; empty when it is not possible, not even by a
   * change request.
   */
  events: RecordedChangeResponse[];
}
