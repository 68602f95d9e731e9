import {
  AnyObject,
  Flag,
  Lenient,
  OneOf,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';
import { PROVIDERS } from './provider/provider-parameters.js';

/** An addon to create, or the new content of one. */
export class AddonDto {
  /** Provider of the addon. */
  @OneOf(PROVIDERS)
  provider: string;
  /** Description; an empty one when null. When omitted, a new addon has none, and it stays. */
  @Text({ optional: true, emptyIfNull: true })
  description?: string;
  /**
   * Whether it receives events. Events that happen while it is disabled are not delivered later.
   */
  @Flag()
  enabled: boolean;
  /**
   * Parameters by name; the list of addons describes them. All values are strings. In an update
   * `*****` keeps the stored value.
   */
  @AnyObject()
  parameters: object;
  /**
   * Event types to deliver, such as `feature-environment-disabled`. Unknown types are allowed.
   * Types about logins and token use need `READ_LOGS`.
   */
  @TextList({ max: 500 })
  events: string[];
  /**
   * Ids of projects whose events are delivered. Empty or `*`: events of all projects and of none,
   * except private projects, which must be named.
   */
  @TextList({ optional: true, max: 1000 })
  projects?: string[];
  /**
   * Names of environments whose events are delivered, in addition to events without environment.
   * Empty or `*`: all.
   */
  @TextList({ optional: true, max: 1000 })
  environments?: string[];
}

/** The page of deliveries to return, newest first. */
export class DeliveriesQuery {
  /** Number of deliveries to return, 1 to 1000. Anything else means 50. */
  @Lenient({ min: 1, max: 1000, preset: 50 })
  limit: number = 50;
  /** Number of deliveries to skip. Anything but a whole number from 0 means 0. */
  @Lenient({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
}
