import { OneRequired } from '../../platform/http/validation/one-required.js';
import { Flag, Text, TextList } from '../../platform/http/validation/shape.decorators.js';

/**
 * What to export. At least one of `features`, `tag` and `project` is required; several are combined
 * with AND.
 */
@OneRequired('features', 'tag', 'project')
export class ExportQueryDto {
  /** Environment whose strategies, variants and states are exported. */
  @Text({ min: 1 })
  environment: string;
  /** Names of features; unknown and archived ones are omitted, and an empty list exports none. */
  @TextList({ optional: true })
  features?: string[];
  /** A tag that features must carry: its value, or `type:value`. */
  @Text({ optional: true, min: 1 })
  tag?: string;
  /** Id of the project of the features. */
  @Text({ optional: true, min: 1 })
  project?: string;
  /** Whether browsers save the response as a file; false by default. */
  @Flag({ optional: true })
  downloadFile?: boolean;
}
