import { Flag, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';
import { ProjectParams } from '../../project/project.dto.js';

/** The child of a dependency in a path. */
export class ChildParams extends ProjectParams {
  /** Name of the dependent feature. */
  child: string;
}

/** The parent of a dependency in a path. */
export class ParentParams extends ProjectParams {
  /** Name of the parent feature. */
  parent: string;
}

/** A dependency in a path. */
export class DependencyParams extends ChildParams {
  /** Name of the parent feature. */
  parent: string;
}

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
