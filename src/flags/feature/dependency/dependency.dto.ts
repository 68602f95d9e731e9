import { Flag, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

/** A dependency to create. */
export class CreateDependencyDto {
  /** Name of the parent: a live feature of the same project without a parent itself. */
  @Text({ min: 1 })
  feature: string;
  /** Whether the parent must be enabled (the default) or disabled. */
  @Flag({ optional: true })
  enabled?: boolean;
  /**
   * Names of variants, one of which the parent must resolve to; any when absent or empty. Ignored
   * when the parent must be disabled.
   */
  @TextList({ optional: true })
  variants?: string[];
}
