import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** The period of usage to return. */
export class RawUsageQuery {
  /** Number of hours including the current one, 1 to 48; 24 by default and for invalid values. */
  @Text({ optional: true })
  hoursBack?: string;
}
