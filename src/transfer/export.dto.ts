import { Flag, Text, TextList } from '../http/validation/shape.decorators.js';

/**
 * What to export. Of `features`, `tag` and `project` at least one is needed; several of them narrow
 * the choice down together.
 */
export class ExportQueryDto {
  /** Name of the environment whose strategies, variants and states are exported. */
  @Text({ min: 1 })
  environment: string;
  /**
   * Names of features; those that are unknown or archived are left out, and an empty list exports
   * none.
   */
  @TextList({ optional: true })
  features?: string[];
  /** A tag that the features carry: its value alone, or `type:value`. */
  @Text({ optional: true, min: 1 })
  tag?: string;
  /** Id of the project that the features belong to. */
  @Text({ optional: true, min: 1 })
  project?: string;
  /** Whether the answer is to be saved as a file by browsers; false by default. */
  @Flag({ optional: true })
  downloadFile?: boolean;
}
