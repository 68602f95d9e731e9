import {
  AnyObject,
  Flag,
  Lenient,
  OneOf,
  Text,
  TextList,
} from '../http/validation/shape.decorators.js';

/** An addon to be created, or what replaces one. */
export class AddonDto {
  /** What kind of addon it is. */
  @OneOf(['webhook'])
  provider: string;
  /** What it is for; none when left out. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Whether it is told of events. One that was disabled is not told what happened meanwhile. */
  @Flag()
  enabled: boolean;
  /**
   * What the provider needs to know, by name; the list of addons tells which parameters there are.
   * All values are texts. In a change the mask `*****` stands for the value that is stored.
   */
  @AnyObject()
  parameters: object;
  /**
   * Types of the events that it is told, like `feature-environment-disabled`. A type that never
   * occurs is let through; of logins and the use of tokens only who has `READ_LOGS` can have it
   * told.
   */
  @TextList({ max: 500 })
  events: string[];
  /**
   * Ids of the projects whose events it is told. None, or `*` among them: the events of all
   * projects and those of no project, but nothing of private projects, which have to be named.
   */
  @TextList({ optional: true, max: 1000 })
  projects?: string[];
  /**
   * Names of the environments whose events it is told, besides events of no environment. None, or
   * `*` among them: those of all.
   */
  @TextList({ optional: true, max: 1000 })
  environments?: string[];
}

/** Which part of the log of deliveries is wanted, newest first. */
export class DeliveriesQuery {
  /** How many deliveries are wanted at most, 1 to 1000. Anything else counts as 50. */
  @Lenient({ min: 1, max: 1000, preset: 50 })
  limit: number = 50;
  /** How many are passed over. Anything but a whole number from 0 counts as 0. */
  @Lenient({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
}
