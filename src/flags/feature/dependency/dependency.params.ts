import { ProjectParams } from '../../project/project.params.js';

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
