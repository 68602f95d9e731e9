import { ProjectParams } from '../project/project.dto.js';

/** A context field of a project in a path. */
export class ProjectContextFieldParams extends ProjectParams {
  /** Name of the context field. */
  contextField: string;
}

/** A legal value of a context field of a project in a path. */
export class ProjectLegalValueParams extends ProjectContextFieldParams {
  /** The legal value. */
  legalValue: string;
}
