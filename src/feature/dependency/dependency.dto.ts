import { Flag, Text, TextList } from '../../http/validation/shape.decorators.js';

/** What a feature is to depend on. */
export class CreateDependencyDto {
  /**
   * Name of the parent: a live feature of the same project that does not depend on another one
   * itself.
   */
  @Text({ min: 1 })
  feature: string;
  /** Whether the parent must be enabled (the default), or must be disabled. */
  @Flag({ optional: true })
  enabled?: boolean;
  /**
   * The variants of which the parent must resolve to one; any when absent or empty. A parent that
   * must be disabled has none: then they are dropped.
   */
  @TextList({ optional: true })
  variants?: string[];
}
