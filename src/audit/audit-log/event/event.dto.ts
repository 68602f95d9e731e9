import { MAX_TEXT_LENGTH } from '../../../platform/http/filter.js';
import { Int, Lenient, OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';
import { EVENT_TYPES } from './event-sentences.js';
import { REFERENCE_EVENT_TYPES } from './reference-event-types.js';

const OPERATORS = /^(IS|IS_ANY_OF):[^,]+(,[^,]+)*$/;
const ONE_OF = 'IS:value or IS_ANY_OF:value,value';
const MOMENT = /^IS:\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2}))?$/;
const MOMENT_IN_WORDS = 'a day as IS:2026-01-31, or a moment as IS:2026-01-31T14:00:00Z';

/** Selects the events to list. */
export class EventListQuery {
  /** Id of the project; events of the whole instance when omitted. */
  @Text({ optional: true })
  project?: string;
}

/** Criteria of an event search. An omitted criterion matches everything. */
export class EventSearchQuery {
  /**
   * Text that the label, type, creator, feature, project, environment or data must contain,
   * ignoring letter case. The text is searched for within the events that match the other
   * criteria, so combine it with others: alone it reads the whole history.
   */
  @Text({ optional: true, max: MAX_TEXT_LENGTH })
  query?: string;
  /** Feature names: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  feature?: string;
  /** Project ids: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  project?: string;
  /** Event types: `IS:feature-created` or `IS_ANY_OF:feature-created,feature-archived`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  type?: string;
  /** Environment names: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  environment?: string;
  /** Ids of the events: `IS:1` or `IS_ANY_OF:1,2`. */
  @Text({
    optional: true,
    pattern: /^(IS|IS_ANY_OF):\s*\d{1,15}\s*(,\s*\d{1,15}\s*)*$/,
    wanted: 'ids of events in the form IS:1 or IS_ANY_OF:1,2',
  })
  id?: string;
  /** Ids of the users who caused the events: `IS:1` or `IS_ANY_OF:1,2`. */
  @Text({
    optional: true,
    pattern: /^(IS|IS_ANY_OF):\s*-?\d{1,9}\s*(,\s*-?\d{1,9}\s*)*$/,
    wanted: 'ids of users in the form IS:1 or IS_ANY_OF:1,2',
  })
  createdBy?: string;
  /** First day in UTC: `IS:2026-01-31`; or the first moment: `IS:2026-01-31T14:00:00Z`. */
  @Text({ optional: true, pattern: MOMENT, wanted: MOMENT_IN_WORDS })
  from?: string;
  /**
   * Last day in UTC, inclusive: `IS:2026-01-31`; or the moment at which it ends, exclusive:
   * `IS:2026-01-31T15:00:00Z`.
   */
  @Text({ optional: true, pattern: MOMENT, wanted: MOMENT_IN_WORDS })
  to?: string;
  /** Number of events to skip, newest first. Anything but a whole number from 0 means 0. */
  @Lenient({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
  /** Number of events to return, 1 to 1000. Anything else means 50. */
  @Lenient({ min: 1, max: 1000, preset: 50 })
  limit: number = 50;
}

/** Criteria of the deprecated event search. An omitted criterion matches everything. */
export class DeprecatedEventSearchDto {
  /** Event type, like `feature-created`. A type that does not exist is refused. */
  @OneOf([...EVENT_TYPES, ...REFERENCE_EVENT_TYPES], { optional: true })
  type?: string;
  /** Project id. */
  @Text({ optional: true })
  project?: string;
  /** Feature name. */
  @Text({ optional: true })
  feature?: string;
  /** Text that the event must contain, ignoring letter case. */
  @Text({ optional: true, max: MAX_TEXT_LENGTH })
  query?: string;
  /** Number of events to return, 1 to 100; 100 by default. */
  @Int({ optional: true, min: 1, max: 100 })
  limit?: number;
  /** Number of events to skip, newest first; 0 by default. */
  @Int({ optional: true, min: 0 })
  offset?: number;
}
