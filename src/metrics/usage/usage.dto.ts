import { Text } from '../../http/validation/shape.decorators.js';

/** Of how many hours usage is asked. */
export class RawUsageQuery {
  /** How many hours, the running one included: 1 to 48; 24 by default and for anything else. */
  @Text({ optional: true })
  hoursBack?: string;
}
