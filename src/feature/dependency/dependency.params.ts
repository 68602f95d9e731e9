import { ProjectParams } from '../../project/project.params.js';

/** A feature that depends on others, as paths name it. */
export class ChildParams extends ProjectParams {
  /** Name of the feature that depends, or is to depend, on others. */
  child: string;
}

/** A feature on which others depend, as paths name it. */
export class ParentParams extends ProjectParams {
  /** Name of the feature on which others depend, or are to depend. */
  parent: string;
}

/** One dependency, as paths name it. */
export class DependencyParams extends ChildParams {
  /** Name of the feature on which it depends. */
  parent: string;
}
