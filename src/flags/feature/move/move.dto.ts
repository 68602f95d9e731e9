import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** Where to move a feature. */
export class ChangeProjectDto {
  /** Id of the project. */
  @Text({ min: 1, max: 100 })
  newProjectId: string;
}
