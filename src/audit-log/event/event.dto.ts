import { LONGEST_TEXT } from '../../http/filter.js';
import { Lenient, Text, Whole } from '../../http/validation/shape.decorators.js';

const OPERATORS = /^(IS|IS_ANY_OF):[^,]+(,[^,]+)*$/;
const ONE_OF = 'IS:value or IS_ANY_OF:value,value';
const DAY = /^IS:\d{4}-\d{2}-\d{2}$/;

/** Which events are wanted. */
export class EventListQuery {
  /** Id of the project whose events are wanted; of the whole instance when left out. */
  @Text({ optional: true })
  project?: string;
}

/** Which events are looked for. What is left out does not restrict. */
export class EventSearchQuery {
  /**
   * Text that the type, the creator, the feature, the project, the environment or the contents must
   * hold, in any letter case. It is looked for in the events that the other filters leave, one by
   * one: a text alone reads the whole history.
   */
  @Text({ optional: true, max: LONGEST_TEXT })
  query?: string;
  /** Names of features: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  feature?: string;
  /** Ids of projects: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  project?: string;
  /** Types of events: `IS:feature-created` or `IS_ANY_OF:feature-created,feature-archived`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  type?: string;
  /** Names of environments: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  environment?: string;
  /** Ids of the users who caused them: `IS:1` or `IS_ANY_OF:1,2`. */
  @Text({
    optional: true,
    pattern: /^(IS|IS_ANY_OF):\s*-?\d{1,9}\s*(,\s*-?\d{1,9}\s*)*$/,
    wanted: 'ids of users, written as IS:1 or IS_ANY_OF:1,2',
  })
  createdBy?: string;
  /** The first day, in UTC: `IS:2026-01-31`. */
  @Text({ optional: true, pattern: DAY, wanted: 'a day, written as IS:2026-01-31' })
  from?: string;
  /** The last day, in UTC, which counts too: `IS:2026-01-31`. */
  @Text({ optional: true, pattern: DAY, wanted: 'a day, written as IS:2026-01-31' })
  to?: string;
  /**
   * How many of the events found are passed over, newest first. Anything but a whole number from 0
   * counts as 0.
   */
  @Lenient({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
  /** How many events are wanted at most, 1 to 1000. Anything else counts as 50. */
  @Lenient({ min: 1, max: 1000, preset: 50 })
  limit: number = 50;
}

/**
 * Which events are looked for, as the deprecated search has it. What is left out does not restrict.
 */
export class DeprecatedEventSearchDto {
  /** Type of the events. */
  @Text({ optional: true })
  type?: string;
  /** Id of their project. */
  @Text({ optional: true })
  project?: string;
  /** Name of their feature. */
  @Text({ optional: true })
  feature?: string;
  /** Text that they hold, in any letter case. */
  @Text({ optional: true, max: LONGEST_TEXT })
  query?: string;
  /** How many are wanted at most, 1 to 100; 100 by default. */
  @Whole({ optional: true, min: 1, max: 100 })
  limit?: number;
  /** How many of those found are passed over, newest first; 0 by default. */
  @Whole({ optional: true, min: 0 })
  offset?: number;
}
