import { Text } from '../../http/validation/shape.decorators.js';

/** An environment that a project is to get. */
export class AddEnvironmentDto {
  /** Name of the environment. */
  @Text({ min: 1 })
  environment: string;
}
