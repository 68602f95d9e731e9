import { Text } from '../../platform/http/validation/shape.decorators.js';

/** An environment to add to a project. */
export class AddEnvironmentDto {
  /** Name of the environment. */
  @Text({ min: 1 })
  environment: string;
}
